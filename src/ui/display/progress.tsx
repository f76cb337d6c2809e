import { useId } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import "./progress.css";

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
      <progress aria-labelledby={id} className="progress" value={value} />
    </div>
  );
}
