import { Link, type LinkProps } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { updateSearch } from "../list/list-search.ts";
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
  link?: ChartLink | undefined;
};

type ColumnChartProps = {
  label: string;
  /** The headings of the table for screen readers: of the names and of the values. */
  headings: { name: string; value: string };
  /** In the direction of reading. */
  columns: Column[];
  tone?: keyof typeof tones;
};

const tones = {
  accent: "[--tone:var(--accent)]",
  warm: "[--tone:light-dark(oklch(0.6_0.11_65),oklch(0.76_0.1_75))]",
};

const axisClass = "text-[0.75rem]/4 whitespace-nowrap text-muted-foreground tabular-nums";

/**
 * Columns, which can be links, with a table for screen readers. A column's name and value are shown while the pointer is
 * above it, after a touch, whose second one follows the link, and on keyboard focus: the arrow keys, Home and End move it.
 */
export function ColumnChart({ label, headings, columns, tone = "accent" }: ColumnChartProps) {
  const { t, i18n } = useTranslation("components");
  const hintId = useId();
  const { active, tabStop, plotProps, columnProps } = useActiveColumn(columns.length);
  const end = scaleEnd(Math.max(0, ...columns.map(({ value }) => value)));
  const shown = active === undefined ? undefined : columns[active];

  return (
    <figure
      className={`@container relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 [--plot-height:9.5rem] ${tones[tone]}`}
    >
      {/* Each number is beside its line. */}
      <div
        className={`-my-2 flex h-[calc(var(--plot-height)+1rem)] flex-col justify-between text-end ${axisClass}`}
        aria-hidden
      >
        {[end, end / 2, 0].map((value) => (
          <span key={value}>{formatNumber(i18n.language, value, { notation: "compact" })}</span>
        ))}
      </div>
      <div
        role="group"
        aria-label={label}
        aria-describedby={hintId}
        className="relative flex h-(--plot-height) touch-pan-y border-y border-b-control bg-[linear-gradient(var(--border),var(--border))] bg-size-[100%_1px] bg-center bg-no-repeat"
        {...plotProps}
      >
        {/* The columns are as high as the plot, so that small values can be pointed at. */}
        {columns.map(({ key, name, value, text, link }, index) => {
          const props = {
            "aria-label": t("charts.column", { name, value: text }),
            tabIndex: index === tabStop ? 0 : -1,
            className: `relative flex-1 rounded-[4px] [-webkit-tap-highlight-color:transparent] ${index === active ? "bg-(--tone)/12" : ""}`,
            children: (
              <span
                className={`absolute inset-x-[min(15%,3px)] bottom-0 rounded-t-[3px] bg-(--tone) forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none ${value > 0 ? "min-h-0.5" : ""}`}
                style={{ height: `${(value / end) * 100}%` }}
              />
            ),
            ...columnProps(index),
          };
          return link ? (
            <Link
              key={key}
              to={link.to}
              search={updateSearch(link.search ?? {})}
              preload={false}
              {...props}
            />
          ) : (
            <span key={key} role="img" {...props} />
          );
        })}
        {shown && active !== undefined && (
          <div
            // The border is visible in forced-colors mode only.
            className={`pointer-events-none absolute bottom-[calc(100%-1.25rem)] z-1 grid max-w-56 rounded-control border border-transparent bg-foreground px-2.5 py-1.5 text-[0.8125rem]/[1.4] text-background ${tooltipSide(active, columns.length)}`}
            style={{ insetInlineStart: `${((active + 0.5) / columns.length) * 100}%` }}
            aria-hidden
          >
            <span>{shown.name}</span>
            <strong>{shown.text}</strong>
          </div>
        )}
      </div>
      <div className={`col-start-2 flex pt-1.5 ${axisClass}`} aria-hidden>
        {columns.map(({ key, tick }) => (
          <span
            key={key}
            // On narrow screens every second name, counted from the last one.
            className="flex w-0 flex-1 justify-center last:justify-end @max-[22rem]:nth-last-[14n+8]:invisible"
          >
            {tick}
          </span>
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

/** Moves a tooltip to the side of its column on which it stays within the chart. */
function tooltipSide(index: number, count: number): string {
  const position = (index + 0.5) / count;
  if (position < 1 / 3) return "";
  return position > 2 / 3 ? "-translate-x-full rtl:translate-x-full" : "-translate-x-1/2 rtl:translate-x-1/2";
}

/** The end of a scale that begins at 0: a round number whose half is whole, not below the largest value. */
export function scaleEnd(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, largest)));
  const steps = power === 1 ? [2, 4, 6, 8, 10] : [1, 2, 4, 6, 8, 10];
  return (steps.find((step) => step * power >= largest) ?? 10) * power;
}
