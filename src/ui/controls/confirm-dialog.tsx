import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";

type ConfirmDialogProps = {
  /** What opens the dialog. */
  trigger: ReactNode;
  triggerClassName?: string;
  title: string;
  text: string;
  /** Where confirming posts to. */
  action: string;
};

/**
 * Asks before it posts a form. The browser's own modal dialog, opened by an invoker command: it holds the focus,
 * closes on Escape, and needs no script. A drawer on narrow screens, by style alone.
 */
export function ConfirmDialog({ trigger, triggerClassName, title, text, action }: ConfirmDialogProps) {
  const { t } = useTranslation("components");
  const id = useId();
  return (
    <>
      <button type="button" command="show-modal" commandfor={id} className={triggerClassName}>
        {trigger}
      </button>
      <dialog id={id} closedby="any" className="confirm-dialog" aria-labelledby={`${id}-title`}>
        <form method="post" action={action} className="grid gap-4 p-6">
          <h2 id={`${id}-title`} className="font-serif text-xl font-semibold">
            {title}
          </h2>
          <p className="text-ink-soft">{text}</p>
          <p className="flex flex-wrap justify-end gap-3">
            {/* The first focus never stands on what ends something. */}
            <Button autoFocus command="close" commandfor={id}>
              {t("dialog.cancel")}
            </Button>
            <Button look="primary" type="submit">
              {t("dialog.confirm")}
            </Button>
          </p>
        </form>
      </dialog>
    </>
  );
}
