import { useId, useLayoutEffect, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { IconButton } from "../controls/button.tsx";
import { CloseIcon } from "../icons.ts";
import "./dialog.css";
import { useDrawerDrag } from "./drawer-drag.ts";
import { removeOpenDialog } from "./open-dialogs.ts";
import { useClickBeside } from "./use-click-beside.ts";

const maxWidths = { small: "[--width:27rem]", medium: "[--width:34rem]", large: "[--width:48rem]" };

export type DialogOptions = {
  title: ReactNode;
  description?: ReactNode;
  /** The maximum width: 27, 34 (default) or 48 rem. */
  size?: "small" | "medium" | "large";
  /** Toasts are shown after the dialog has closed. */
  hidesToasts?: boolean;
};

type DialogFrameProps = Omit<ComponentProps<"dialog">, "title" | "ref"> &
  DialogOptions & {
    /** The element, and the ref that sets it. */
    dialog: HTMLDialogElement | null;
    ref: (dialog: HTMLDialogElement | null) => void;
    hasCloseButton?: boolean;
    /** The user clicked the close button or beside the dialog, or dragged the drawer down. */
    onCloseRequest: () => void;
  };

/** The markup and behavior that all dialogs share. */
export function DialogFrame({
  dialog,
  title,
  description,
  size = "medium",
  hidesToasts = false,
  hasCloseButton = true,
  onCloseRequest,
  onClose,
  children,
  ...props
}: DialogFrameProps) {
  const { t } = useTranslation("components");
  const id = useId();
  const drag = useDrawerDrag(onCloseRequest);
  const clickBeside = useClickBeside(onCloseRequest);

  useLayoutEffect(() => (dialog ? () => removeOpenDialog(dialog) : undefined), [dialog]);

  return (
    <dialog
      tabIndex={-1}
      className={`dialog ${maxWidths[size]}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      data-hides-toasts={hidesToasts || undefined}
      onClose={(event) => {
        if (!event.currentTarget.open) removeOpenDialog(event.currentTarget);
        onClose?.(event);
      }}
      {...clickBeside}
      {...props}
    >
      <header
        className="grid shrink-0 grid-cols-[1fr_auto] items-start gap-x-4 gap-y-2 px-6 pt-6 pb-4 max-[641px]:touch-none max-[641px]:px-5 max-[641px]:pt-2 max-[641px]:pb-3 max-[641px]:select-none"
        {...drag}
      >
        <div className="col-span-full mb-1 hidden h-1 w-10 justify-self-center rounded-full bg-control forced-color-adjust-none max-[641px]:block noscript:invisible forced-colors:bg-[CanvasText]" />
        <h2 id={`${id}-title`} className="self-center font-serif text-xl/[1.3] font-semibold">
          {title}
        </h2>
        {hasCloseButton && (
          <IconButton label={t("dialog.close")} className="-my-1.5 -me-2" onClick={onCloseRequest}>
            <CloseIcon className="size-5" />
          </IconButton>
        )}
        {description && (
          <p id={`${id}-description`} className="col-span-full text-muted-foreground">
            {description}
          </p>
        )}
      </header>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

/** The buttons of a dialog. They stay at its bottom while the content scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="dialog-footer">{children}</div>;
}
