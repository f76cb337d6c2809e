import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { TrendIcon } from "../icons.ts";
import { updateSearch } from "../list/list-search.ts";
import type { ChartLink } from "./column-chart.tsx";
import { Sparkline } from "./sparkline.tsx";

type FigureCardProps = {
  label: string;
  /** The number over time; the last one is the figure. */
  history: number[];
  /** The change in words. */
  children: ReactNode;
  link: ChartLink;
};

/** A number with its change, which leads to the list of what it counts. */
export function FigureCard({ label, history, children, link }: FigureCardProps) {
  const { i18n } = useTranslation();
  const [first = 0, last = 0] = [history[0], history.at(-1)];
  const change = Math.sign(last - first);
  return (
    <div className="figure-card">
      <p className="text-sm text-muted-foreground">
        <Link to={link.to} search={updateSearch(link.search ?? {})} className="figure-card-link">
          {label}
        </Link>
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
