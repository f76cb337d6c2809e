import { Link, type LinkProps } from "@tanstack/react-router";
import { Fragment, useEffect, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ForwardIcon } from "../icons.ts";

type BreadcrumbItem = { label: string } & Pick<LinkProps, "to" | "params" | "search">;

type BreadcrumbProps = {
  /** From the outermost page to the current one, which is last and needs no `to`. */
  items: BreadcrumbItem[];
};

/** Below 640 px, more items than this are collapsed to the first and the last two. */
const maxItems = 3;

/** The location of the current page, with links to the pages above it (WCAG 2.4.8). Renders nothing without items. */
export function Breadcrumb({ items }: BreadcrumbProps) {
  const { t } = useTranslation("components");
  const [isExpanded, setExpanded] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const isCollapsed = items.length > maxItems && !isExpanded;

  useEffect(() => {
    // The pressed button is gone: the focus moves to the first link that it revealed.
    if (isExpanded) list.current?.querySelectorAll("a")[1]?.focus();
  }, [isExpanded]);

  if (items.length === 0) return null;
  return (
    <nav aria-label={t("breadcrumb.label")} className="text-sm">
      <ol ref={list} className={`flex min-w-0 items-center gap-x-1 ${isExpanded ? "flex-wrap" : ""}`}>
        {items.map((item, index) => {
          const isCurrent = index === items.length - 1;
          const isHidden = isCollapsed && index > 0 && index < items.length - 2;
          return (
            <Fragment key={`${index} ${item.label}`}>
              {isCollapsed && index === 1 && (
                <li className="flex items-center gap-x-1 sm:hidden">
                  <Separator />
                  <button
                    type="button"
                    aria-label={t("breadcrumb.unfold")}
                    className="min-h-control min-w-6 rounded-control text-muted-foreground hover:text-foreground"
                    onClick={() => setExpanded(true)}
                  >
                    …
                  </button>
                </li>
              )}
              <li
                // The label of the current page is truncated first, then the others.
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
      <bdi aria-current="page" className="truncate font-medium">
        {label}
      </bdi>
    );
  }
  return (
    <Link
      {...link}
      // Only the last item is the current page, although the URL starts with those of the others.
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
