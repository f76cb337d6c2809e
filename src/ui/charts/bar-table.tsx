import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { updateSearch } from "../list/list-search.ts";
import "./charts.css";
import type { ChartLink } from "./column-chart.tsx";

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
    <table className="bar-table">
      <caption className="sr-only">{label}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{headings.name}</th>
          <th scope="col">{headings.value}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, value, hue, link }) => (
          <tr key={key}>
            <th scope="row">
              <Link to={link.to} search={updateSearch(link.search ?? {})} preload={false}>
                <bdi>{name}</bdi>
              </Link>
              {hue !== undefined && (
                <span
                  className="bar-table-bar"
                  style={{ "--share": value / largest, "--hue": hue } as CSSProperties}
                />
              )}
            </th>
            <td>
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
