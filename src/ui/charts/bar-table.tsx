import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { updateSearch } from "../list/list-search.ts";
import type { ChartLink } from "./column-chart.tsx";
import { HueBar } from "../display/hue-bar.tsx";

export type Bar = {
  key: string;
  name: string;
  value: number;
  /** In degrees of OKLCH. Without one there is no bar: for the sum of what has none of its own. */
  hue?: number;
  link: ChartLink;
};

type BarTableProps = {
  label: string;
  headings: { name: string; value: string };
  /** From the largest to the smallest. */
  bars: Bar[];
};

/** Horizontal bars as a table, with each value and its share of all. The rows are links. */
export function BarTable({ label, headings, bars }: BarTableProps) {
  const { i18n } = useTranslation();
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const largest = Math.max(1, ...bars.map(({ value, hue }) => (hue === undefined ? 0 : value)));
  const percent = { style: "percent", maximumFractionDigits: 0 } as const;
  return (
    <table className="w-full">
      <caption className="sr-only">{label}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{headings.name}</th>
          <th scope="col">{headings.value}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, value, hue, link }) => (
          <tr key={key} className="relative">
            <th scope="row" className="w-full py-1.5 text-start font-normal wrap-anywhere">
              <Link
                to={link.to}
                search={updateSearch(link.search ?? {})}
                preload={false}
                // It covers its row.
                className="block outline-none after:absolute after:-inset-x-2 after:inset-y-0 after:rounded-control after:outline-focus hover:after:bg-foreground/5 focus-visible:after:outline-2"
              >
                <bdi>{name}</bdi>
              </Link>
              {hue !== undefined && (
                <span className="mt-1 block">
                  <HueBar hue={hue} share={value / largest} />
                </span>
              )}
            </th>
            <td className="ps-4 text-end align-bottom whitespace-nowrap tabular-nums *:inline-block *:min-w-10">
              <span className="font-medium">{formatNumber(i18n.language, value)}</span>
              <span className="text-sm text-muted-foreground">
                {formatNumber(i18n.language, total > 0 ? value / total : 0, percent)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
