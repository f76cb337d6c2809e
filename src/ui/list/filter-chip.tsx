import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { chipClasses } from "./chip-classes.ts";
import { updateSearch } from "./list-search.ts";

/** A choice without a value removes the filter. `count` is the number of matching rows. */
export type Choice = { value?: string; label: string; count?: number };

type FilterChipProps = Choice & {
  /** The URL parameter. */
  name: string;
  isCurrent: boolean;
  onChoose?: () => void;
};

/** A link that filters a list, in a list of such links. */
export function FilterChip({ label, name, value, isCurrent, onChoose }: FilterChipProps) {
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
