import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Isolated } from "#i18n/isolate.tsx";
import { IconButton } from "../controls/button.tsx";
import { AlertIcon, CloseIcon, SuccessIcon } from "../icons.ts";
import { subscribeToOpenDialogs, getOpenDialogs } from "../overlays/open-dialogs.ts";
import { ToastList, type NewToast, type Toast } from "./toast-list.ts";
import { registerToastList } from "./toast.ts";
import "./toaster.css";

type ToasterProps = {
  /** What the server has to say: part of its page, and shown without JavaScript. */
  initial?: readonly NewToast[];
};

/**
 * Shows the page's toasts (specification, "Toasts"), once in a page. Their time stands still while someone points at
 * them, has the focus in them or looks at another tab, and while a dialog hides them.
 */
export function Toaster({ initial = [] }: ToasterProps) {
  const { t } = useTranslation("components");
  const [list] = useState(() => new ToastList(initial));
  const shown = useSyncExternalStore(list.subscribe, list.shown, list.shown);
  const { home, toaster, isHidden } = useTopmostPlace();
  const attention = useAttention();
  const isPaused = isHidden || attention.isPaid;

  useLayoutEffect(() => registerToastList(list), [list]);

  useEffect(() => {
    if (isPaused) list.pause();
    else list.resume();
  }, [list, isPaused]);

  useEffect(() => () => list.pause(), [list]);

  const sheets = (toasts: readonly Toast[]) =>
    toasts.map((toast) => (
      <ToastSheet
        key={toast.id}
        toast={toast}
        onDismiss={(button) => {
          attention.passOn(button);
          list.dismiss(toast.id);
        }}
      />
    ));
  const toasts = isHidden ? [] : shown;

  return (
    <div ref={home}>
      <section ref={toaster} aria-label={t("toast.label")} className="toaster" {...attention.handlers}>
        <div role="alert" aria-atomic={false} className="toaster-region">
          {sheets(toasts.filter(({ isError }) => isError))}
        </div>
        <div role="status" aria-atomic={false} className="toaster-region">
          {sheets(toasts.filter(({ isError }) => !isError))}
        </div>
      </section>
    </div>
  );
}

type ToastSheetProps = { toast: Toast; onDismiss: (button: HTMLButtonElement) => void };

function ToastSheet({ toast: { text, isError }, onDismiss }: ToastSheetProps) {
  const { t } = useTranslation("components");
  const Icon = isError ? AlertIcon : SuccessIcon;
  return (
    <div className={isError ? "toast toast-failure" : "toast"}>
      <Icon />
      <p>
        <Isolated>{text}</Isolated>
      </p>
      <IconButton label={t("toast.dismiss")} onClick={({ currentTarget }) => onDismiss(currentTarget)}>
        <CloseIcon className="size-4" />
      </IconButton>
    </div>
  );
}

const none: readonly HTMLDialogElement[] = [];

/**
 * Keeps the toaster where it can be seen, heard and pressed: what is outside of a modal dialog is inert, so it moves
 * into the topmost one, and home again. As a popover it is above all that the dialog shows.
 */
function useTopmostPlace() {
  const home = useRef<HTMLDivElement>(null);
  const toaster = useRef<HTMLElement>(null);
  const dialogs = useSyncExternalStore(subscribeToOpenDialogs, getOpenDialogs, () => none);
  const topmost = dialogs.at(-1);

  useLayoutEffect(() => {
    const place = topmost ?? home.current;
    if (!toaster.current || !place) return;
    if (toaster.current.parentElement !== place) place.append(toaster.current);
    toaster.current.popover = "manual";
    toaster.current.showPopover();
  }, [topmost]);

  // React looks for it where it put it.
  useLayoutEffect(() => {
    const [place, element] = [home.current, toaster.current];
    return () => {
      if (place && element) place.append(element);
    };
  }, []);

  return { home, toaster, isHidden: dialogs.some(({ dataset }) => "hidesToasts" in dataset) };
}

/** Whether someone is busy with the toasts, or can't see them. */
function useAttention() {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isTabHidden = useSyncExternalStore(
    onVisibilityChange,
    () => document.hidden,
    () => false,
  );
  const cameFrom = useRef<EventTarget>(null);

  return {
    isPaid: isPointedAt || hasFocus || isTabHidden,
    handlers: {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus({ currentTarget, relatedTarget }: React.FocusEvent) {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        setFocus(true);
      },
      onBlur: () => setFocus(false),
    },
    /** Before a button leaves with its toast: by keyboard on to the next toast, or else back to where one was. */
    passOn(button: HTMLButtonElement) {
      setPointedAt(false);
      if (button !== document.activeElement) return;
      const others = [...(button.closest("section")?.querySelectorAll("button") ?? [])];
      const next = button.matches(":focus-visible") && others.find((other) => other !== button);
      if (next) next.focus();
      else if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
      else button.blur();
    },
  };
}

function onVisibilityChange(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
