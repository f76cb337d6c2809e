import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../controls/button.tsx";
import { DialogFooter, DialogFrame } from "./dialog-frame.tsx";

type ConfirmFormProps = {
  /** Opened by any button with `command="show-modal"` and this id as `commandfor`. */
  id: string;
  title: ReactNode;
  text: ReactNode;
  /** Where confirming posts to. */
  action: string;
};

/**
 * Asks before it posts a form. It is opened and closed by invoker commands, so it works before and without
 * JavaScript.
 */
export function ConfirmForm({ id, title, text, action }: ConfirmFormProps) {
  const { t } = useTranslation("components");
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  return (
    <DialogFrame
      id={id}
      dialog={dialog}
      ref={setDialog}
      title={title}
      description={text}
      size="small"
      hasCloseButton={false}
      onCloseRequest={() => dialog?.close()}
    >
      <form method="post" action={action}>
        <DialogFooter>
          {/* The first focus never stands on what ends something. */}
          <Button autoFocus command="close" commandfor={id}>
            {t("dialog.cancel")}
          </Button>
          <Button variant="primary" type="submit">
            {t("dialog.confirm")}
          </Button>
        </DialogFooter>
      </form>
    </DialogFrame>
  );
}
