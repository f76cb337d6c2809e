import { useState, type Ref } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";

type CountLineProps = {
  /** The number of rows that are shown. */
  shown: number;
  /** Not exact if there are too many rows to count them all. */
  total: { count: number; isExact: boolean };
  /** Empty without a search. */
  searchTerm: string;
  ref?: Ref<HTMLParagraphElement>;
};

/**
 * How many rows are shown or found (specification, "Manager book list"). The results of a search or filter are
 * announced; `LoadMore` announces additional rows itself.
 */
export function CountLine({ shown, total, searchTerm, ref }: CountLineProps) {
  const { t, i18n } = useTranslation("components");
  const numberOf = (count: number) => formatNumber(i18n.language, count);
  const isAnnounced = useIsAnnounced(shown, `${total.count} ${searchTerm}`);
  const totalText = total.isExact
    ? numberOf(total.count)
    : t("list.atLeast", { number: numberOf(total.count) });

  return (
    <p
      ref={ref}
      tabIndex={-1}
      role="status"
      aria-live={isAnnounced ? "polite" : "off"}
      className="text-sm text-muted-foreground outline-none"
    >
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

/** False if only the number of shown rows has changed. */
function useIsAnnounced(shown: number, results: string): boolean {
  const [last, setLast] = useState({ shown, results, isAnnounced: true });
  if (last.results !== results) setLast({ shown, results, isAnnounced: true });
  else if (last.shown !== shown) setLast({ shown, results, isAnnounced: false });
  return last.isAnnounced;
}
