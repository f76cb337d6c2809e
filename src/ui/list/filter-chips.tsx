import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { useOnDemand } from "../use-on-demand.ts";
import { chipClasses } from "./chip-classes.ts";
import { FilterChip, type Choice } from "./filter-chip.tsx";
import { useFittingItems } from "./use-fitting-items.ts";

type FilterChipsProps = {
  /** The accessible name, and the title of the dialog with all choices. */
  label: string;
  /** The URL parameter. */
  name: string;
  /** The current value of the URL parameter. */
  value: string | undefined;
  choices: Choice[];
};

/** Above `maxOnPage` values, the page has only the most frequent ones. */
const maxOnPage = 20;
const shownOfMany = 10;

/**
 * The choices of one filter, in one line; a dialog has those that don't fit. They are links, so they work before
 * hydration, can be opened in a new tab and are preloaded. On narrow screens the line scrolls.
 */
export function FilterChips({ label, name, value, choices }: FilterChipsProps) {
  const line = useRef<HTMLUListElement>(null);
  const rest = useRef<HTMLButtonElement>(null);
  const onPage = choicesOnPage(choices, value);
  const { order, fitting, maxWidth } = useFittingItems({
    line,
    rest,
    count: onPage.length,
    currentIndex: onPage.findIndex((choice) => choice.value === value),
    hasRest: onPage.length < choices.length,
  });
  const hiddenCount = choices.length - fitting;
  useScrollToCurrent(line, value);

  return (
    <div className="flex min-w-0 items-center gap-2">
      {/* The padding makes room for focus rings within the scroll container. */}
      <ul
        ref={line}
        aria-label={label}
        className={`-m-1 flex min-w-0 gap-2 p-1 ${maxWidth === undefined ? "scroll-fade" : "overflow-clip"}`}
        style={{ maxWidth }}
      >
        {order
          .flatMap((index) => onPage[index] ?? [])
          .map((choice, index) => (
            <FilterChip
              key={choice.value ?? ""}
              name={name}
              {...choice}
              isCurrent={choice.value === value}
              isHidden={index >= fitting}
            />
          ))}
      </ul>
      {hiddenCount > 0 && <AllChoices {...{ label, name, value, choices, hiddenCount }} ref={rest} />}
    </div>
  );
}

function choicesOnPage(choices: Choice[], value: string | undefined): Choice[] {
  const valued = choices.filter((choice) => choice.value !== undefined);
  if (valued.length <= maxOnPage) return choices;
  const byCount = valued.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
  const shown = new Set([undefined, value, ...byCount.slice(0, shownOfMany).map((choice) => choice.value)]);
  return choices.filter((choice) => shown.has(choice.value));
}

/** The current chip may be outside of the visible part of the scrollable line. */
function useScrollToCurrent(line: RefObject<HTMLUListElement | null>, value: string | undefined) {
  useLayoutEffect(() => {
    const current = line.current?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!line.current || !current) return;
    const { left, right } = line.current.getBoundingClientRect();
    if (current.left >= left && current.right <= right) return;
    line.current.scrollBy({ left: (current.left + current.right - left - right) / 2, behavior: "instant" });
  }, [line, value]);
}

type AllChoicesProps = FilterChipsProps & { hiddenCount: number; ref: RefObject<HTMLButtonElement | null> };

/** A button that opens a dialog in which all choices can be searched. */
function AllChoices({ hiddenCount, ref, ...filter }: AllChoicesProps) {
  const { t, i18n } = useTranslation("components");
  const [isOpen, setOpen] = useState(false);
  const dialog = useOnDemand(() => import("./filter-choices-dialog.tsx"));

  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-haspopup="dialog"
        className={`${chipClasses(false)} shrink-0 noscript:hidden`}
        onClick={() => void dialog.use(() => setOpen(true))}
        {...dialog.intent}
      >
        {t("filterChips.more", { number: formatNumber(i18n.language, hiddenCount) })}
      </button>
      {dialog.module && (
        <dialog.module.FilterChoicesDialog {...filter} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
