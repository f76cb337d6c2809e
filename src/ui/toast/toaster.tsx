import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type KeyboardEvent,
} from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Isolated } from "#i18n/isolate.tsx";
import { IconButton } from "../controls/button.tsx";
import { AlertIcon, CloseIcon, SuccessIcon } from "../icons.ts";
import { subscribeToOpenDialogs, getOpenDialogs } from "../overlays/open-dialogs.ts";
import { createToast, registerToaster, type NewToast, type Toast } from "./toast.ts";

/** Specification, section 9. */
const defaultDurationMs = 4_000;
const maxVisible = 3;

/** Moves the focus to the toasts, for their actions; Escape moves it back. */
const shortcut = "F8";

type ToasterProps = {
  /** Toasts that the server renders, the latest last. They are also shown without JavaScript. */
  initial?: readonly NewToast[];
};

/**
 * Shows the toasts of the page (specification, "Toasts"), the latest first. Their time is paused while they are hovered or
 * focused, the tab is hidden, or a dialog hides them, and begins again afterwards.
 */
export function Toaster({ initial = [] }: ToasterProps) {
  const { t } = useTranslation("components");
  const [toasts, setToasts] = useState<readonly Toast[]>(() => initial.map(createToast).toReversed());
  const { home, toaster, isHidden } = useTopmostContainer();
  const [isHovered, setHovered] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isTabHidden = useSyncExternalStore(
    onVisibilityChange,
    () => document.hidden,
    () => false,
  );
  const previousFocus = useRef<EventTarget>(null);

  useLayoutEffect(() => registerToaster(setToasts), []);

  useEffect(() => {
    function focusFirst(event: globalThis.KeyboardEvent) {
      const button = event.key === shortcut && toaster.current?.querySelector("button");
      if (!button) return;
      event.preventDefault();
      button.focus();
    }
    document.addEventListener("keydown", focusFirst);
    return () => document.removeEventListener("keydown", focusFirst);
  }, [toaster]);

  function restoreFocus() {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !toaster.current?.contains(focused)) return;
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    else focused.blur();
  }

  function remove(toast: Toast) {
    setToasts((others) => others.filter((other) => other !== toast));
  }

  const shown = isHidden ? [] : toasts.slice(0, maxVisible);
  const renderToasts = (visible: readonly Toast[]) =>
    visible.map((toast) => (
      <ToastItem
        key={toast.id}
        toast={toast}
        isPaused={isHovered || hasFocus || isTabHidden}
        onExpire={() => remove(toast)}
        onDismiss={() => {
          // An element that is removed below the pointer reports no leave.
          setHovered(false);
          restoreFocus();
          remove(toast);
        }}
      />
    ));

  const handlers = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
      setFocus(true);
    },
    onBlur: () => setFocus(false),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      // Don't close a dialog around it as well.
      event.preventDefault();
      event.stopPropagation();
      restoreFocus();
    },
  };

  return (
    <div ref={home}>
      <section
        ref={toaster}
        aria-label={t("toast.label")}
        aria-keyshortcuts={shortcut}
        className="pointer-events-none fixed inset-x-0 top-[calc(16px+env(safe-area-inset-top))] bottom-auto z-30 flex h-auto w-auto flex-col items-center overflow-visible bg-transparent px-4 text-foreground max-[641px]:top-[calc(8px+env(safe-area-inset-top))]"
        {...handlers}
      >
        {/* Live regions must exist before their content. */}
        <div role="alert" aria-atomic={false} className={regionClass}>
          {renderToasts(shown.filter(({ isError }) => isError))}
        </div>
        <div role="status" aria-atomic={false} className={regionClass}>
          {renderToasts(shown.filter(({ isError }) => !isError))}
        </div>
      </section>
    </div>
  );
}

// An empty region takes no space (specification, section 9: offset).
const regionClass = "grid w-full max-w-89 gap-3.5 not-empty:pb-3.5";

type ToastItemProps = {
  toast: Toast;
  isPaused: boolean;
  onExpire: () => void;
  onDismiss: () => void;
};

function ToastItem({ toast, isPaused, onExpire, onDismiss }: ToastItemProps) {
  const { t } = useTranslation("components");
  const { text, isError, action, durationMs = defaultDurationMs } = toast;
  const expire = useEffectEvent(onExpire);
  const Icon = isError ? AlertIcon : SuccessIcon;

  useEffect(() => {
    if (isError || isPaused) return;
    const timer = setTimeout(() => expire(), durationMs);
    return () => clearTimeout(timer);
  }, [isError, isPaused, durationMs]);

  return (
    <div
      className={`toast pointer-events-auto grid min-w-0 grid-flow-col grid-cols-[auto_1fr] items-start gap-2.5 rounded-surface border bg-surface p-1.5 ps-3.5 font-medium shadow-[0_8px_24px_rgb(0_0_0/0.12)] transition-[opacity,translate] duration-180 starting:-translate-y-3 starting:opacity-0 ${isError ? "border-danger" : ""}`}
    >
      <Icon
        className={`h-control w-5 forced-colors:text-[CanvasText] ${isError ? "text-danger" : "text-accent"}`}
      />
      <p className="min-w-0 self-center py-1">
        <Isolated>{text}</Isolated>
      </p>
      {action?.(onDismiss)}
      <IconButton className="noscript:hidden" label={t("toast.dismiss")} onClick={onDismiss}>
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

function onVisibilityChange(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
