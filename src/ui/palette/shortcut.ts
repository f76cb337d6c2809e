import { useSyncExternalStore } from "react";

/** What is pressed together with Ctrl or ⌘, as keyboards name it. */
export const shortcutKey = "K";

const isApple = () => /^(Mac|iP)/.test(navigator.platform);
const stays = () => () => {};

/** Whether the device has a ⌘ key; on the server, and while its page comes to life, it is taken to have none. */
export function useIsAppleDevice(): boolean {
  return useSyncExternalStore(stays, isApple, () => false);
}

/** Ctrl K, on Apple's devices ⌘ K. Where keys write another script the K is known by its place. */
export function isPaletteShortcut(event: Pick<KeyboardEvent, KeysOfShortcut>): boolean {
  const [held, notHeld] = isApple() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (!held || notHeld || event.shiftKey || event.altKey) return false;
  return /^[a-z]$/i.test(event.key)
    ? event.key.toUpperCase() === shortcutKey
    : event.code === `Key${shortcutKey}`;
}

type KeysOfShortcut = "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey";
