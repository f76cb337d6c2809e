import { createLink } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import { SearchInput } from "../controls/search-input.tsx";
import { matchingOptions } from "../controls/select/options.ts";
import { Dialog } from "../overlays/dialog.tsx";
import { chipClasses } from "./chip-classes.ts";
import { updateSearch } from "./list-search.ts";

/** A choice without a value removes the filter. `count` is the number of matching rows. */
type Choice = { value?: string; label: string; count?: number };

type FilterChipsProps = {
  /** The accessible name, and the title of the dialog with all choices. */
  label: string;
  /** The URL parameter. */
  name: string;
  /** The current value of the URL parameter. */
  value: string | undefined;
  choices: Choice[];
};

/** Above `maxOnPage` values, the page shows only the most frequent ones, and a dialog shows all. */
const maxOnPage = 20;
const shownOfMany = 10;

/**
 * The choices of one filter. They are links, so they work before hydration, can be opened in a new tab and are
 * preloaded. On narrow screens they are one scrollable line.
 */
export function FilterChips({ label, name, value, choices }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const shown = choicesOnPage(choices, value);
  useScrollToCurrent(list, value);

  return (
    // The padding makes room for focus rings within the scroll container.
    <ul
      ref={list}
      aria-label={label}
      className="-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none] md:flex-wrap"
    >
      {shown.map((choice) => (
        <ChipItem
          key={choice.value ?? ""}
          name={name}
          value={choice.value}
          label={choice.label}
          isCurrent={choice.value === value}
        />
      ))}
      {shown.length < choices.length && (
        <li className="shrink-0 noscript:hidden">
          <AllChoices {...{ label, name, value, choices }} hiddenCount={choices.length - shown.length} />
        </li>
      )}
    </ul>
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
function useScrollToCurrent(list: React.RefObject<HTMLUListElement | null>, value: string | undefined) {
  useLayoutEffect(() => {
    const current = list.current?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!list.current || !current) return;
    const { left, right } = list.current.getBoundingClientRect();
    if (current.left >= left && current.right <= right) return;
    list.current.scrollBy({ left: (current.left + current.right - left - right) / 2, behavior: "instant" });
  }, [list, value]);
}

/** A button that opens a dialog in which all choices can be searched. */
function AllChoices({
  label,
  name,
  value,
  choices,
  hiddenCount,
}: FilterChipsProps & { hiddenCount: number }) {
  const { t, i18n } = useTranslation("components");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={chipClasses(false)}
        onClick={() => setOpen(true)}
      >
        {t("filterChips.more", { number: formatNumber(i18n.language, hiddenCount) })}
      </button>
      <Dialog isOpen={isOpen} onClose={close} title={label} size="large">
        <SearchableChoices {...{ name, value, choices }} onChoose={close} />
      </Dialog>
    </>
  );
}

function SearchableChoices({
  name,
  value,
  choices,
  onChoose,
}: Omit<FilterChipsProps, "label"> & { onChoose: () => void }) {
  const { t, i18n } = useTranslation("components");
  const [text, setText] = useState("");
  const options = choices.map(({ value: id = "", label }) => ({ id, label }));
  const matching = matchingOptions(options, { text, language: i18n.language });

  return (
    <div className="grid grid-cols-1 gap-4">
      <SearchInput value={text} onChange={setText} delayMs={0} />
      {/* A fixed height, so that nothing moves while the user types. */}
      <div className="h-[50svh]">
        {matching.length === 0 && <p className="text-muted-foreground">{t("select.noResultsFound")}</p>}
        <ul className="-m-1 flex max-h-full flex-wrap content-start gap-2 overflow-y-auto p-1">
          {matching.map(({ id, label }) => (
            <ChipItem
              key={id}
              name={name}
              value={id || undefined}
              label={label}
              isCurrent={id === (value ?? "")}
              onChoose={onChoose}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

type ChipItemProps = Pick<FilterChipsProps, "label" | "name" | "value"> & {
  isCurrent: boolean;
  onChoose?: () => void;
};

function ChipItem({ label, name, value, isCurrent, onChoose }: ChipItemProps) {
  return (
    <li className="max-w-full shrink-0">
      <Chip
        to="."
        search={updateSearch({ [name]: value })}
        resetScroll={false}
        isCurrent={isCurrent}
        onClick={onChoose}
      >
        <bdi className="truncate">{label}</bdi>
      </Chip>
    </li>
  );
}

function ChipAnchor({ isCurrent, children, ...props }: ComponentProps<"a"> & { isCurrent: boolean }) {
  return (
    <a
      {...props}
      // The router would mark every link as current whose parameters are part of the URL.
      aria-current={isCurrent ? "true" : undefined}
      className={chipClasses(isCurrent)}
    >
      {children}
    </a>
  );
}

const Chip = createLink(ChipAnchor);
