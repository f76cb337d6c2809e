import { useCallback, useEffect, useRef, type RefObject } from "react";

/**
 * For a dialog that takes away the button that opened it: where the focus goes once it is closed, so that the keyboard
 * does not begin the page anew.
 * @returns what says, before closing, that the button will be gone
 */
export function useFocusAfterClosing(isOpen: boolean, target: RefObject<HTMLElement | null>): () => void {
  const isDue = useRef(false);
  useEffect(() => {
    if (isOpen || !isDue.current) return;
    isDue.current = false;
    target.current?.focus();
  }, [isOpen, target]);
  return useCallback(() => {
    isDue.current = true;
  }, []);
}
