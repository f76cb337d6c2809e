import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { Button } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { Progress } from "#ui/display/progress.tsx";
import type { ImportStep } from "./import-requests.ts";

type ImportRunningProps = {
  step: ImportStep;
  /** It was cancelled, and it is waited for what came of that. */
  isCancelling: boolean;
  onCancel: () => void;
};

/** How far a check or an import has come. Each step is announced once, and not each of its rows. */
export function ImportProgressCard({ step, isCancelling, onCancel }: ImportRunningProps) {
  const { t, i18n } = useTranslation("booksImport");
  const label = t(`steps.${step.step}`);
  const rows = t("progress", {
    count: step.rows,
    number: formatNumber(i18n.language as Language, step.rows),
  });
  // All books are being kept at this moment.
  const isLast = step.step === "writing" && step.done === 1;
  return (
    <Card>
      <p role="status" className="sr-only">
        {label}
      </p>
      <div className="grid gap-4">
        {/* Another step begins anew, and does not run back. */}
        <Progress key={step.step} label={label} value={step.done} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm text-muted-foreground tabular-nums">{step.rows > 0 && rows}</span>
          <Button onClick={onCancel} isBusy={isCancelling} disabled={isLast && !isCancelling}>
            {t("cancel")}
          </Button>
        </div>
      </div>
    </Card>
  );
}
