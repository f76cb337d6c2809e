import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../controls/button.tsx";
import { DialogFooter, DialogFrame } from "./dialog-frame.tsx";

type ConfirmFormProps = {
  /** Opened by any button with `command="show-modal"` and this id as `commandfor`. */
  id: string;
  title: ReactNode;
  text: ReactNode;
  /** The URL that the confirmation is posted to. */
  action: string;
};

/** Asks for confirmation before it posts a form. It uses invoker commands, so it works without JavaScript. */
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
          {/* The first focus is never on a destructive button. */}
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
