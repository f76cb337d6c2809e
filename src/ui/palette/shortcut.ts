import { useHydrated } from "@tanstack/react-router";

/** The key pressed together with Ctrl or ⌘. */
export const shortcutKey = "K";

const isApple = () => /^(Mac|iP)/.test(navigator.platform);

/** Whether the device has a ⌘ key; false on the server and during hydration. */
export function useIsAppleDevice(): boolean {
  return useHydrated() && isApple();
}

/** Ctrl K, or ⌘ K on Apple devices. With keyboards of other scripts, the position of the key counts. */
export function isPaletteShortcut(event: ShortcutEvent): boolean {
  const [isPressed, isOtherPressed] = isApple()
    ? [event.metaKey, event.ctrlKey]
    : [event.ctrlKey, event.metaKey];
  if (!isPressed || isOtherPressed || event.shiftKey || event.altKey) return false;
  return /^[a-z]$/i.test(event.key)
    ? event.key.toUpperCase() === shortcutKey
    : event.code === `Key${shortcutKey}`;
}

type ShortcutEvent = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;
