import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { changedSearch } from "./list-search.ts";

type FilterChipsProps = {
  /** What is filtered by, for screen readers. */
  label: string;
  /** The parameter's name in the URL. */
  name: string;
  /** The parameter's value now. */
  value: string | undefined;
  /** One without a value lets everything through. */
  choices: { value?: string; label: string }[];
};

/**
 * One of a few ways to narrow a list down. Links, so that they work before the page is alive, can be opened beside, and
 * are loaded on intent. One line that scrolls on a phone, as many as needed on a desk.
 */
export function FilterChips({ label, name, value, choices }: FilterChipsProps) {
  return (
    // Room for the focus ring within what scrolls.
    <ul
      aria-label={label}
      className="-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:none] md:flex-wrap"
    >
      {choices.map((choice) => (
        <li key={choice.value ?? ""} className="shrink-0">
          <Chip
            to="."
            search={changedSearch({ [name]: choice.value })}
            resetScroll={false}
            isCurrent={choice.value === value}
          >
            <bdi>{choice.label}</bdi>
          </Chip>
        </li>
      ))}
    </ul>
  );
}

function ChipAnchor({ isCurrent, children, ...props }: ComponentProps<"a"> & { isCurrent: boolean }) {
  return (
    <a
      {...props}
      // Of several links, the router would call every one current whose search is part of the URL's.
      aria-current={isCurrent ? "true" : undefined}
      className={`flex min-h-control items-center rounded-full border px-4 text-sm whitespace-nowrap transition-colors duration-150 ${
        isCurrent
          ? "border-ink bg-ink font-semibold text-paper"
          : "border-line bg-sheet text-ink-soft hover:bg-wash hover:text-ink"
      }`}
    >
      {children}
    </a>
  );
}

const Chip = createLink(ChipAnchor);
