import { Link, type LinkProps } from "@tanstack/react-router";
import { Fragment, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ForwardIcon } from "../icons.ts";

type BreadcrumbItem = { label: string } & Pick<LinkProps, "to" | "params" | "search">;

type BreadcrumbProps = {
  /** From the outermost page to the current one, which is last and needs no `to`. */
  items: BreadcrumbItem[];
};

/** Below 640 px, what stands between the first item and the last two is folded where there are more than three. */
const unfolded = 3;

/**
 * Where the current page stands, and the ways out of it (WCAG 2.4.8). Nothing for no items.
 */
export function Breadcrumb({ items }: BreadcrumbProps) {
  const { t } = useTranslation("components");
  const [isUnfolded, setUnfolded] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const isFolded = items.length > unfolded && !isUnfolded;

  useEffect(() => {
    // The button that was pressed is gone; what it uncovered has the focus in its place.
    if (isUnfolded) list.current?.querySelectorAll("a")[1]?.focus();
  }, [isUnfolded]);

  if (items.length === 0) return null;
  return (
    <nav aria-label={t("breadcrumb.label")} className="text-sm">
      <ol ref={list} className={`flex min-w-0 items-center gap-x-1 ${isUnfolded ? "flex-wrap" : ""}`}>
        {items.map((item, index) => {
          const isCurrent = index === items.length - 1;
          const isHidden = isFolded && index > 0 && index < items.length - 2;
          return (
            <Fragment key={`${index} ${item.label}`}>
              {isFolded && index === 1 && (
                <li className="flex items-center gap-x-1 sm:hidden">
                  <Separator />
                  <button
                    type="button"
                    aria-label={t("breadcrumb.unfold")}
                    className="min-h-control min-w-6 rounded-control text-muted-foreground hover:text-foreground"
                    onClick={() => setUnfolded(true)}
                  >
                    …
                  </button>
                </li>
              )}
              <li
                // Where there is too little room, the current page's name is cut first, then those before it.
                className={`min-w-0 items-center gap-x-1 ${isHidden ? "hidden sm:flex" : "flex"} ${isCurrent ? "shrink-1000 overflow-hidden" : ""}`}
              >
                {index > 0 && <Separator />}
                <Crumb {...item} isCurrent={isCurrent} />
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}

function Crumb({ label, isCurrent, ...link }: BreadcrumbItem & { isCurrent: boolean }) {
  if (isCurrent) {
    return (
      <span aria-current="page" className="truncate font-medium">
        <bdi>{label}</bdi>
      </span>
    );
  }
  return (
    <Link
      {...link}
      // Only the last item is the current page, whatever the address begins with.
      activeOptions={{ exact: true }}
      className="inline-flex min-h-control min-w-0 max-w-24 sm:max-w-48 items-center rounded-control text-muted-foreground underline-offset-4 hover:text-foreground hover:underline"
    >
      <bdi className="truncate">{label}</bdi>
    </Link>
  );
}

function Separator() {
  return <ForwardIcon className="size-4 shrink-0 text-muted-foreground" />;
}
