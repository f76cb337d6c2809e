import { useState, type ReactNode, type Ref } from "react";
import { formatNumber } from "#i18n/formats.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "../controls/button.tsx";

/** How many items are shown at first, unless only one would be hidden. */
const few = 3;

type ShortListProps<Item> = {
  items: readonly Item[];
  label: string;
  ref?: Ref<HTMLUListElement>;
  /** Above the items, while all are shown: for example filters. */
  header?: ReactNode;
  /** Whether all are shown at first. */
  startsExpanded?: boolean;
  /** Renders an item as an `li` with a key. */
  children: (item: Item) => ReactNode;
};

/** A list that shows its first items, and the others on request. */
export function ShortList<Item>({
  items,
  label,
  ref,
  header,
  startsExpanded = false,
  children,
}: ShortListProps<Item>) {
  const { t, i18n } = useTranslation("components");
  const [isExpanded, setExpanded] = useState(startsExpanded);
  const canExpand = items.length > few + 1;
  const showsAll = isExpanded || !canExpand;
  const number = formatNumber(i18n.language, items.length);
  return (
    <div className="grid gap-4">
      {showsAll && header}
      <ul ref={ref} tabIndex={-1} aria-label={label} className="grid divide-y divide-border">
        {(showsAll ? items : items.slice(0, few)).map(children)}
      </ul>
      {canExpand && (
        <Button
          className="justify-self-start"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? t("list.showFewer") : t("list.showAll", { number })}
        </Button>
      )}
    </div>
  );
}
