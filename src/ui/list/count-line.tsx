import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { Language } from "#i18n/languages.ts";

type CountLineProps = {
  /** How many rows are shown. */
  shown: number;
  /** How many there are; not exact where counting ended before all were counted. */
  total: { count: number; isExact: boolean };
  /** What was searched for; empty without a search. */
  searchTerm: string;
};

/**
 * How much of a list is shown, and how much a search found (specification, "Manager book list"). What a search or filter
 * found is announced; loading more says so itself.
 */
export function CountLine({ shown, total, searchTerm }: CountLineProps) {
  const { t, i18n } = useTranslation("components");
  const numberOf = (count: number) => formatNumber(i18n.language as Language, count);
  const isAnnounced = useIsAnnounced(shown, `${total.count} ${searchTerm}`);
  const totalText = total.isExact
    ? numberOf(total.count)
    : t("list.atLeast", { number: numberOf(total.count) });

  return (
    <p role="status" aria-live={isAnnounced ? "polite" : "off"} className="text-sm text-muted-foreground">
      {searchTerm ? (
        <Isolated>
          {t("list.results", { count: total.count, total: totalText, searchTerm: isolate(searchTerm) })}
        </Isolated>
      ) : (
        t("list.showing", { shown: numberOf(shown), total: totalText })
      )}
    </p>
  );
}

/** Whether what changed last is more than how many rows are shown. */
function useIsAnnounced(shown: number, found: string): boolean {
  const [last, setLast] = useState({ shown, found, isAnnounced: true });
  if (last.found !== found) setLast({ shown, found, isAnnounced: true });
  else if (last.shown !== shown) setLast({ shown, found, isAnnounced: false });
  return last.isAnnounced;
}
