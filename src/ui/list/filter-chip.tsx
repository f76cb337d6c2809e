import { createLink } from "@tanstack/react-router";
import { memo, type ComponentProps } from "react";
import { chipClasses } from "./chip-classes.ts";
import { updateSearch } from "./list-search.ts";

/** A choice without a value removes the filter. `count` is the number of matching rows. */
export type Choice = { value?: string; label: string; count?: number };

type FilterChipProps = Choice & {
  /** The URL parameter. */
  name: string;
  isCurrent: boolean;
  /** It doesn't fit into the line. */
  isHidden?: boolean;
  onChoose?: () => void;
};

/** A link that filters a list, in a list of such links. It renders again only if its props change. */
export const FilterChip = memo(function FilterChip({
  label,
  name,
  value,
  isCurrent,
  isHidden,
  onChoose,
}: FilterChipProps) {
  return (
    <li className={`max-w-full shrink-0 ${isHidden ? "invisible" : ""}`}>
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
});

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
