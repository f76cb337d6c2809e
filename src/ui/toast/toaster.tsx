import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Isolated } from "#i18n/isolate.tsx";
import { IconButton } from "../controls/button.tsx";
import { AlertIcon, CloseIcon, SuccessIcon } from "../icons.ts";
import { subscribeToOpenDialogs, getOpenDialogs } from "../overlays/open-dialogs.ts";
import { ToastList, type NewToast, type Toast } from "./toast-list.ts";
import { registerToastList } from "./toast.ts";
import "./toaster.css";

type ToasterProps = {
  /** Toasts that the server renders. They are also shown without JavaScript. */
  initial?: readonly NewToast[];
};

/** Moves the focus to the toasts, for their actions; Escape moves it back. */
const shortcut = "F8";

/**
 * Shows the toasts of the page (specification, "Toasts"). Their time is paused while they are hovered or focused, the tab
 * is hidden, or a dialog hides them.
 */
export function Toaster({ initial = [] }: ToasterProps) {
  const { t } = useTranslation("components");
  const [list] = useState(() => new ToastList(initial));
  const shown = useSyncExternalStore(list.subscribe, list.shown, list.shown);
  const { home, toaster, isHidden } = useTopmostContainer();
  useShortcut(toaster);
  const pause = usePause();
  const isPaused = isHidden || pause.isPaused;

  useLayoutEffect(() => registerToastList(list), [list]);

  useEffect(() => {
    if (isPaused) list.pause();
    else list.resume();
  }, [list, isPaused]);

  useEffect(() => () => list.pause(), [list]);

  const renderToasts = (toasts: readonly Toast[]) =>
    toasts.map((toast) => (
      <ToastItem
        key={toast.id}
        toast={toast}
        onDismiss={(button) => {
          pause.moveFocus(button);
          list.dismiss(toast.id);
        }}
      />
    ));
  const toasts = isHidden ? [] : shown;

  return (
    <div ref={home}>
      <section
        ref={toaster}
        aria-label={t("toast.label")}
        aria-keyshortcuts={shortcut}
        className="toaster"
        {...pause.handlers}
      >
        <div role="alert" aria-atomic={false} className="toaster-region">
          {renderToasts(toasts.filter(({ isError }) => isError))}
        </div>
        <div role="status" aria-atomic={false} className="toaster-region">
          {renderToasts(toasts.filter(({ isError }) => !isError))}
        </div>
      </section>
    </div>
  );
}

function useShortcut(toaster: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function focusFirst(event: KeyboardEvent) {
      const button = event.key === shortcut && toaster.current?.querySelector("button");
      if (!button) return;
      event.preventDefault();
      button.focus();
    }
    document.addEventListener("keydown", focusFirst);
    return () => document.removeEventListener("keydown", focusFirst);
  }, [toaster]);
}

type ToastItemProps = { toast: Toast; onDismiss: (button: HTMLButtonElement) => void };

function ToastItem({ toast: { text, isError, action }, onDismiss }: ToastItemProps) {
  const { t } = useTranslation("components");
  const Icon = isError ? AlertIcon : SuccessIcon;
  return (
    <div className={isError ? "toast toast-failure" : "toast"}>
      <Icon />
      <p>
        <Isolated>{text}</Isolated>
      </p>
      {action?.(onDismiss)}
      <IconButton
        className="noscript:hidden"
        label={t("toast.dismiss")}
        onClick={({ currentTarget }) => onDismiss(currentTarget)}
      >
        <CloseIcon className="size-4" />
      </IconButton>
    </div>
  );
}

const noDialogs: readonly HTMLDialogElement[] = [];

/**
 * Moves the toaster into the topmost modal dialog, because everything outside is inert, and back. As a popover it is
 * above the content of the dialog.
 */
function useTopmostContainer() {
  const home = useRef<HTMLDivElement>(null);
  const toaster = useRef<HTMLElement>(null);
  const dialogs = useSyncExternalStore(subscribeToOpenDialogs, getOpenDialogs, () => noDialogs);
  const topmost = dialogs.at(-1);

  useLayoutEffect(() => {
    const container = topmost ?? home.current;
    if (!toaster.current || !container) return;
    if (toaster.current.parentElement !== container) container.append(toaster.current);
    toaster.current.popover = "manual";
    toaster.current.showPopover();
  }, [topmost]);

  // React expects the element where it rendered it.
  useLayoutEffect(() => {
    const [container, element] = [home.current, toaster.current];
    return () => {
      if (container && element) container.append(element);
    };
  }, []);

  return { home, toaster, isHidden: dialogs.some(({ dataset }) => "hidesToasts" in dataset) };
}

/** Whether time is paused, and where the focus goes when a toast is dismissed. */
function usePause() {
  const [isHovered, setHovered] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isTabHidden = useSyncExternalStore(
    onVisibilityChange,
    () => document.hidden,
    () => false,
  );
  const previousFocus = useRef<EventTarget>(null);

  return {
    isPaused: isHovered || hasFocus || isTabHidden,
    handlers: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus({ currentTarget, relatedTarget }: React.FocusEvent) {
        if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
        setFocus(true);
      },
      onBlur: () => setFocus(false),
      onKeyDown(event: React.KeyboardEvent) {
        if (event.key !== "Escape" || !(previousFocus.current instanceof HTMLElement)) return;
        // Don't close a dialog around it as well.
        event.preventDefault();
        event.stopPropagation();
        previousFocus.current.focus();
      },
    },
    /** Moves the focus from a dismissed toast: with the keyboard to the next toast, or else to the previous focus. */
    moveFocus(button: HTMLButtonElement) {
      setHovered(false);
      if (button !== document.activeElement) return;
      const others = [...(button.closest("section")?.querySelectorAll("button") ?? [])];
      const dismissed = button.closest(".toast");
      const next = button.matches(":focus-visible") && others.find((other) => !dismissed?.contains(other));
      if (next) next.focus();
      else if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
      else button.blur();
    },
  };
}

function onVisibilityChange(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
