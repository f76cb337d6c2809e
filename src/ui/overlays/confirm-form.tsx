import { useHydrated } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "../controls/button.tsx";
import { PostForm } from "../form/post-form.tsx";
import { DialogFooter, DialogFrame } from "./dialog-frame.tsx";
import { showModal } from "./open-dialogs.ts";

/**
 * The attributes of a button that opens the `ConfirmForm` with an id: as a modal dialog, or without JavaScript as a
 * popover.
 */
export function useConfirmFormTrigger(id: string) {
  const isHydrated = useHydrated();
  return isHydrated ? { onClick: () => openConfirmForm(id) } : { popoverTarget: id };
}

/** Opens a `ConfirmForm` after its page is hydrated. */
export function openConfirmForm(id: string) {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement) showModal(dialog);
}

type ConfirmFormProps = {
  /** Opened by `openConfirmForm`, and by any button with the attributes of `useConfirmFormTrigger`. */
  id: string;
  title: ReactNode;
  text: ReactNode;
  /** The URL that the confirmation is posted to. */
  action: string;
  /** The toast after a failure. */
  failed: string;
};

/** Asks for confirmation before it posts a form. It works without JavaScript. */
export function ConfirmForm({ id, title, text, ...form }: ConfirmFormProps) {
  const { t } = useTranslation("components");
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
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
      <PostForm {...form}>
        <DialogFooter>
          {/* The first focus is never on a destructive button. */}
          <Button autoFocus popoverTarget={id} popoverTargetAction="hide" onClick={() => dialog?.close()}>
            {t("dialog.cancel")}
          </Button>
          <Button variant="primary" type="submit">
            {t("dialog.confirm")}
          </Button>
        </DialogFooter>
      </PostForm>
    </DialogFrame>
  );
}
