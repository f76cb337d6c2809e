import { useId, useLayoutEffect, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../controls/button.tsx";
import { CloseIcon } from "../icons.ts";
import "./dialog.css";
import { useDrawerDrag } from "./drawer-drag.ts";
import { removeOpenDialog, addOpenDialog, reserveScrollbarGutter } from "./open-dialogs.ts";

export type DialogOptions = {
  title: ReactNode;
  description?: ReactNode;
  /** How wide it is where there is room: 27, 34 or 48 rem. `medium` unless told. */
  size?: "small" | "medium" | "large";
  /** Toasts wait until it is closed. */
  hidesToasts?: boolean;
};

type DialogFrameProps = Omit<ComponentProps<"dialog">, "title" | "ref"> &
  DialogOptions & {
    /** The element, once it is there, and who takes it. */
    dialog: HTMLDialogElement | null;
    ref: (dialog: HTMLDialogElement | null) => void;
    hasCloseButton?: boolean;
    /** The close button was pressed, or the drawer pulled down. */
    onCloseRequest: () => void;
  };

/**
 * The dialog's look and what all dialogs do: title and description name it, a drawer can be pulled down, and the
 * page knows that it is open.
 */
export function DialogFrame({
  dialog,
  title,
  description,
  size = "medium",
  hidesToasts = false,
  hasCloseButton = true,
  onCloseRequest: onCloseAsked,
  children,
  ...props
}: DialogFrameProps) {
  const { t } = useTranslation("components");
  const id = useId();
  const drag = useDrawerDrag(onCloseAsked);

  useLayoutEffect(() => {
    if (!dialog) return;
    // It may have been opened before there was a script to notice.
    if (dialog.matches(":modal")) addOpenDialog(dialog);
    return () => removeOpenDialog(dialog);
  }, [dialog]);

  return (
    <dialog
      closedby="any"
      tabIndex={-1}
      className={`dialog dialog-${size}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      data-hides-toasts={hidesToasts || undefined}
      onBeforeToggle={({ newState }) => newState === "open" && reserveScrollbarGutter()}
      onToggle={({ newState, currentTarget }) =>
        (newState === "open" ? addOpenDialog : removeOpenDialog)(currentTarget)
      }
      {...props}
    >
      <header className="dialog-header" {...drag}>
        <div className="dialog-handle" />
        <h2 id={`${id}-title`}>{title}</h2>
        {hasCloseButton && (
          <IconButton label={t("dialog.close")} className="dialog-close" onClick={onCloseAsked}>
            <CloseIcon className="size-5" />
          </IconButton>
        )}
        {description && <p id={`${id}-description`}>{description}</p>}
      </header>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

/** What ends a dialog: buttons that stay at its lower end while the rest scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="dialog-footer">{children}</div>;
}
