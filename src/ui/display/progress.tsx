import { useId } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";

type ProgressProps = {
  label: string;
  /** From 0 to 1; `undefined` if unknown. */
  value?: number;
};

/** A progress bar with its label and percentage. */
export function Progress({ label, value }: ProgressProps) {
  const { i18n } = useTranslation();
  const id = useId();
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex justify-between gap-4">
        <span id={id} className="min-w-0 wrap-anywhere">
          {label}
        </span>
        {value !== undefined && (
          <span className="text-muted-foreground tabular-nums" aria-hidden>
            {formatNumber(i18n.language, value, { style: "percent", maximumFractionDigits: 0 })}
          </span>
        )}
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={value && Math.round(value * 100)}
        className="h-2 overflow-hidden rounded-full border border-control bg-surface"
      >
        <div
          // Unknown progress: a moving third.
          className={`h-full bg-accent transition-[width] forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none ${value === undefined ? "w-1/3 animate-[progress-unknown_1.4s_linear_infinite]" : ""}`}
          style={{ width: value === undefined ? undefined : `${value * 100}%` }}
        />
      </div>
    </div>
  );
}
