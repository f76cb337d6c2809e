import { Link, type LinkProps } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { useId } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { updateSearch } from "../list/list-search.ts";
import "./charts.css";
import { scaleEnd } from "./column-scale.ts";
import { useActiveColumn } from "./use-active-column.ts";

/** Where a part of a chart leads: the list of what it counts. */
export type ChartLink = { to: NonNullable<LinkProps["to"]>; search?: Record<string, string> };

export type Column = {
  key: string;
  /** For example "Saturday, November 21". */
  name: string;
  /** The name below the axis: only some columns have one. */
  tick?: string | undefined;
  value: number;
  /** The value with its unit, for example "12 logins". */
  text: string;
  link: ChartLink;
};

type ColumnChartProps = {
  label: string;
  /** The headings of the table for screen readers: of the names and of the values. */
  headings: { name: string; value: string };
  /** In the direction of reading. */
  columns: Column[];
  tone?: "accent" | "warm";
};

/**
 * Columns that are links, with a table for screen readers. A column's name and value are shown while the pointer is above it,
 * after a touch, whose second one follows the link, and on keyboard focus: the arrow keys, Home and End move it.
 */
export function ColumnChart({ label, headings, columns, tone = "accent" }: ColumnChartProps) {
  const { t, i18n } = useTranslation("components");
  const hintId = useId();
  const { active, tabStop, plotProps, columnProps } = useActiveColumn(columns.length);
  const end = scaleEnd(Math.max(0, ...columns.map(({ value }) => value)));
  const shown = active === undefined ? undefined : columns[active];

  return (
    <figure className="column-chart" data-tone={tone}>
      <div className="column-chart-scale" aria-hidden>
        {[end, end / 2, 0].map((value) => (
          <span key={value}>{formatNumber(i18n.language, value, { notation: "compact" })}</span>
        ))}
      </div>
      <div
        role="group"
        aria-label={label}
        aria-describedby={hintId}
        className="column-chart-plot"
        {...plotProps}
      >
        {columns.map(({ key, name, value, text, link }, index) => (
          <Link
            key={key}
            to={link.to}
            search={updateSearch(link.search ?? {})}
            preload={false}
            aria-label={t("charts.column", { name, value: text })}
            tabIndex={index === tabStop ? 0 : -1}
            data-active={index === active || undefined}
            style={{ "--share": value / end } as CSSProperties}
            {...columnProps(index)}
          />
        ))}
        {shown && active !== undefined && (
          <div
            className="column-chart-tooltip"
            data-side={sideOf(active, columns.length)}
            style={{ "--position": (active + 0.5) / columns.length } as CSSProperties}
            aria-hidden
          >
            <span>{shown.name}</span>
            <strong>{shown.text}</strong>
          </div>
        )}
      </div>
      <div className="column-chart-ticks" aria-hidden>
        {columns.map(({ key, tick }) => (
          <span key={key}>{tick}</span>
        ))}
      </div>
      <p id={hintId} className="sr-only">
        {t("charts.hint")}
      </p>
      {/* A table itself can't be clipped to a small size. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{headings.name}</th>
              <th scope="col">{headings.value}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ key, name, value }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>{formatNumber(i18n.language, value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** The side of its column to which a tooltip extends, so that it stays within the chart. */
function sideOf(index: number, count: number): "start" | "center" | "end" {
  const position = (index + 0.5) / count;
  if (position < 1 / 3) return "end";
  return position > 2 / 3 ? "start" : "center";
}
