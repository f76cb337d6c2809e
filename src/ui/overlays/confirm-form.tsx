import { useHydrated } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "../controls/button.tsx";
import { DialogFooter, DialogFrame } from "./dialog-frame.tsx";

/**
 * The attributes of a button that opens or closes the `ConfirmForm` with an id: an invoker command, or a popover for older
 * browsers without JavaScript.
 */
export function useConfirmFormCommand(id: string, command: "show-modal" | "close" = "show-modal") {
  const isHydrated = useHydrated();
  return { command, commandfor: id, ...(!isHydrated && { popoverTarget: id }) };
}

/** Opens a `ConfirmForm` after its page is hydrated. */
export function openConfirmForm(id: string) {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

type ConfirmFormProps = {
  /** Opened by `openConfirmForm`, and by any button with the attributes of `useConfirmFormCommand`. */
  id: string;
  title: ReactNode;
  text: ReactNode;
  /** The URL that the confirmation is posted to. */
  action: string;
};

/** Asks for confirmation before it posts a form. It works without JavaScript. */
export function ConfirmForm({ id, title, text, action }: ConfirmFormProps) {
  const { t } = useTranslation("components");
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const cancel = useConfirmFormCommand(id, "close");
  return (
    <DialogFrame
      id={id}
      popover="auto"
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
          <Button autoFocus {...cancel}>
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
