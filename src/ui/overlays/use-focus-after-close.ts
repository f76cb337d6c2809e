import { useEffect, useRef } from "react";

/**
 * For a dialog that removes its own trigger, for example together with the row that it is in: moves the focus to
 * `target` once the dialog has closed (WCAG 2.4.3).
 * @returns a function to call before the dialog closes, if the trigger has been removed
 */
export function useFocusAfterClose(
  isOpen: boolean,
  target: () => HTMLElement | null | undefined,
): () => void {
  const isTriggerRemoved = useRef(false);
  useEffect(() => {
    if (isOpen || !isTriggerRemoved.current) return;
    isTriggerRemoved.current = false;
    target()?.focus();
  });
  return () => {
    isTriggerRemoved.current = true;
  };
}
