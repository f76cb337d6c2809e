import { createLink } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { SearchInput } from "../controls/search-input.tsx";
import { matchingOptions } from "../controls/select/options.ts";
import { Dialog } from "../overlays/dialog.tsx";
import { updateSearch } from "./list-search.ts";

/** One without a value lets everything through. `count` tells how much a value lets through. */
type Choice = { value?: string; label: string; count?: number };

type FilterChipsProps = {
  /** What is filtered by: the name of the chips, and the title of the dialog that has them all. */
  label: string;
  /** The parameter's name in the URL. */
  name: string;
  /** The parameter's value now. */
  value: string | undefined;
  choices: Choice[];
};

/** More than this many values stand in a dialog, and only those that let most through on the page. */
const mostOnPage = 20;
const onPageOfMany = 10;

/**
 * One of the ways to narrow a list down. Links, so that they work before the page is alive, can be opened beside, and
 * are loaded on intent. One line that scrolls on a phone, as many as needed on a desk; of many, the weightiest and the
 * one that is chosen, and the others in a dialog.
 */
export function FilterChips({ label, name, value, choices }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const shown = choicesOnPage(choices, value);
  useChosenInSight(list, value);

  return (
    // Room for the focus ring within what scrolls.
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
          <AllChoices {...{ label, name, value, choices }} more={choices.length - shown.length} />
        </li>
      )}
    </ul>
  );
}

/** Those that stand on the page, in the order that they have. */
function choicesOnPage(choices: Choice[], value: string | undefined): Choice[] {
  const valued = choices.filter((choice) => choice.value !== undefined);
  if (valued.length <= mostOnPage) return choices;
  const byCount = valued.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
  const shown = new Set([undefined, value, ...byCount.slice(0, onPageOfMany).map((choice) => choice.value)]);
  return choices.filter((choice) => shown.has(choice.value));
}

/** On one line that scrolls, the chosen chip may lie beyond its end. */
function useChosenInSight(list: React.RefObject<HTMLUListElement | null>, value: string | undefined) {
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!list.current || !chosen) return;
    const { left, right } = list.current.getBoundingClientRect();
    if (chosen.left >= left && chosen.right <= right) return;
    list.current.scrollBy({ left: (chosen.left + chosen.right - left - right) / 2, behavior: "instant" });
  }, [list, value]);
}

/** Opens a dialog with all choices, to be searched. */
function AllChoices({ label, name, value, choices, more }: FilterChipsProps & { more: number }) {
  const { t, i18n } = useTranslation("components");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${chipLook} ${otherChip}`}
        onClick={() => setOpen(true)}
      >
        {t("filterChips.more", { number: formatNumber(i18n.language as Language, more) })}
      </button>
      <Dialog isOpen={isOpen} onClose={close} title={label} size="large">
        <SearchedChoices {...{ name, value, choices }} onChoose={close} />
      </Dialog>
    </>
  );
}

function SearchedChoices({
  name,
  value,
  choices,
  onChoose,
}: Omit<FilterChipsProps, "label"> & { onChoose: () => void }) {
  const { t, i18n } = useTranslation("components");
  const [text, setText] = useState("");
  const options = choices.map(({ value: id = "", label }) => ({ id, label }));
  const found = matchingOptions(options, { text, language: i18n.language });

  return (
    <div className="grid grid-cols-1 gap-4">
      <SearchInput value={text} onChange={setText} delay={0} />
      {/* As high with few as with many, so that nothing jumps under one's fingers. */}
      <div className="h-[50svh]">
        {found.length === 0 && <p className="text-muted-foreground">{t("select.noResultsFound")}</p>}
        <ul className="-m-1 flex max-h-full flex-wrap content-start gap-2 overflow-y-auto p-1">
          {found.map(({ id, label }) => (
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

const chipLook =
  "flex min-h-control max-w-full items-center rounded-full border px-4 text-sm whitespace-nowrap transition-colors duration-150";
const currentChip = "border-foreground bg-foreground font-semibold text-background";
const otherChip = "border-border bg-surface text-muted-foreground hover:bg-muted hover:text-foreground";

function ChipAnchor({ isCurrent, children, ...props }: ComponentProps<"a"> & { isCurrent: boolean }) {
  return (
    <a
      {...props}
      // Of several links, the router would call every one current whose search is part of the URL's.
      aria-current={isCurrent ? "true" : undefined}
      className={`${chipLook} ${isCurrent ? currentChip : otherChip}`}
    >
      {children}
    </a>
  );
}

const Chip = createLink(ChipAnchor);
