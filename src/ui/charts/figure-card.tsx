import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { TrendIcon } from "../icons.ts";
import { updateSearch } from "../list/list-search.ts";
import type { ChartLink } from "./column-chart.tsx";

type FigureCardProps = {
  label: string;
  /** The number over time; the last one is the figure. */
  history: number[];
  /** The change in words. */
  children: ReactNode;
  link?: ChartLink | undefined;
};

/** A number with its change, which leads to the list of what it counts, if there is one. */
export function FigureCard({ label, history, children, link }: FigureCardProps) {
  const { i18n } = useTranslation();
  const [first = 0, last = 0] = [history[0], history.at(-1)];
  const change = Math.sign(last - first);
  return (
    // The lines of cards in a row are at the bottom.
    <div className="relative grid min-w-0 grid-rows-[auto_auto_1fr_auto] gap-0.5 overflow-clip rounded-surface border border-border bg-surface px-5 pt-4 outline-offset-2 outline-focus transition-colors has-[a]:hover:border-control has-[a:focus-visible]:outline-2">
      <p className="text-sm text-muted-foreground">
        {link ? (
          <Link
            to={link.to}
            search={updateSearch(link.search ?? {})}
            className="outline-none after:absolute after:inset-0"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      <p className="font-serif text-3xl font-semibold tracking-tight tabular-nums">
        {formatNumber(i18n.language, last)}
      </p>
      <p
        className={`flex items-start gap-1.5 text-sm ${change > 0 ? "text-accent" : "text-muted-foreground"}`}
      >
        {change !== 0 && (
          <TrendIcon
            className={`mt-0.5 size-4 shrink-0 rtl:-scale-x-100 ${change < 0 ? "-scale-y-100" : ""}`}
          />
        )}
        <span>{children}</span>
      </p>
      <Sparkline values={history} />
    </div>
  );
}

/** The height of the drawing, in its own units. */
const height = 10;

/** A line without axes. Decorative: its last value and the change are shown next to it. @param values at least two */
function Sparkline({ values }: { values: number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // Constant values are in the middle.
  const yOf = (value: number) =>
    most === least ? height / 2 : height * (1 - (value - least) / (most - least));
  const end = values.length - 1;
  const points = values.map((value, index) => `${index},${yOf(value).toFixed(2)}`).join(" ");
  return (
    <svg
      viewBox={`0 0 ${end} ${height}`}
      preserveAspectRatio="none"
      className="-mx-5 mt-2 block h-10 w-[calc(100%+2.5rem)] max-w-none overflow-visible text-accent rtl:-scale-x-100"
      aria-hidden
    >
      {most > least && (
        <polygon points={`0,${height} ${points} ${end},${height}`} fill="currentColor" opacity={0.1} />
      )}
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
