import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { Progress } from "#ui/display/progress.tsx";
import type { ImportStep } from "./import-requests.ts";

type ImportProgressCardProps = {
  step: ImportStep;
  onCancel: () => void;
};

/** The progress of a check or a write. Screen readers announce each step once. */
export function ImportProgressCard({ step, onCancel }: ImportProgressCardProps) {
  const { t } = useTranslation("resourceImport");
  const label = t(`steps.${step.step}`);
  // The transaction is being committed.
  const isCommitting = step.step === "writing" && step.done === 1;
  return (
    <Card>
      <p role="status" className="sr-only">
        {label}
      </p>
      <div className="grid gap-4">
        {/* By step, so that the bar doesn't run backwards. */}
        <Progress key={step.step} label={label} value={step.done} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm text-muted-foreground tabular-nums">
            {step.rows > 0 && t("progress", { count: step.rows })}
          </span>
          <Button onClick={onCancel} disabled={isCommitting}>
            {t("cancel")}
          </Button>
        </div>
      </div>
    </Card>
  );
}
