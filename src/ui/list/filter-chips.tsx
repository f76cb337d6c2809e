import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { useOnDemand } from "../use-on-demand.ts";
import { chipClasses } from "./chip-classes.ts";
import { FilterChip, type Choice } from "./filter-chip.tsx";

type FilterChipsProps = {
  /** The accessible name, and the title of the dialog with all choices. */
  label: string;
  /** The URL parameter. */
  name: string;
  /** The current value of the URL parameter. */
  value: string | undefined;
  choices: Choice[];
};

/** Of more choices, the page has the most frequent ones. */
const shownOfMany = 8;

/**
 * The choices of one filter, in a line that scrolls; a dialog has those that aren't in it. They are links, so they work
 * before hydration, can be opened in a new tab and are preloaded.
 */
export function FilterChips({ label, name, value, choices }: FilterChipsProps) {
  const line = useRef<HTMLUListElement>(null);
  // At first the beginning of the line is visible, with the choice without a value.
  const visible = useRef<string>(undefined);
  const shown = mostFrequent(choices, value);
  const hiddenCount = choices.length - shown.length;

  useLayoutEffect(() => {
    // To scroll needs a layout of the page.
    if (visible.current === value) return;
    visible.current = value;
    line.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value]);

  return (
    <div className="flex min-w-0 items-center gap-2">
      {/* The padding makes room for focus rings within the scroll container. */}
      <ul ref={line} aria-label={label} className="-m-1 flex min-w-0 scroll-fade gap-2 p-1">
        {shown.map((choice) => (
          <FilterChip key={choice.value ?? ""} name={name} {...choice} isCurrent={choice.value === value} />
        ))}
      </ul>
      {hiddenCount > 0 && <AllChoices {...{ label, name, value, choices, hiddenCount }} />}
    </div>
  );
}

/** At most `shownOfMany` with a value, and the current one. */
function mostFrequent(choices: Choice[], value: string | undefined): Choice[] {
  const byCount = choices
    .filter((choice) => choice.value !== undefined)
    .toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
  const shown = new Set([undefined, value, ...byCount.slice(0, shownOfMany).map((choice) => choice.value)]);
  return choices.filter((choice) => shown.has(choice.value));
}

/** A button that opens a dialog in which all choices can be searched. */
function AllChoices({ hiddenCount, ...filter }: FilterChipsProps & { hiddenCount: number }) {
  const { t, i18n } = useTranslation("components");
  const [isOpen, setOpen] = useState(false);
  const dialog = useOnDemand(() => import("./filter-choices-dialog.tsx"));

  return (
    <>
      <button
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
