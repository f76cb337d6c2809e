import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { toast } from "#ui/toast/toast.ts";

/** How long a deletion can be undone. */
const durationMs = 8_000;

/** Says that something was deleted, with a button that undoes it. @param undo rejects if it fails */
export function showUndoToast(text: string, undo: () => Promise<unknown>): void {
  toast.success(text, {
    durationMs,
    action: (dismiss) => <UndoButton undo={undo} dismiss={dismiss} />,
  });
}

type UndoButtonProps = { undo: () => Promise<unknown>; dismiss: () => void };

function UndoButton({ undo, dismiss }: UndoButtonProps) {
  const { t } = useTranslation("resource");

  async function run() {
    try {
      await undo();
      toast.success(t("undo.done"));
    } catch {
      toast.error(t("undo.failed"));
    }
  }

  return (
    <Button
      onClick={() => {
        dismiss();
        void run();
      }}
    >
      {t("undo.action")}
    </Button>
  );
}
