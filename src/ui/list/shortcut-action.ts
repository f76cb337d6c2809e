/** What a key asks of a list. */
export type ListAction = "search" | "next" | "previous" | "edit" | "delete" | "help";

const byKey: Record<string, ListAction> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Delete: "delete",
  "/": "search",
  "?": "help",
  e: "edit",
};

/** Where keys write another script, signs and letters are known by their place. */
const byPlace: Record<string, string> = { Slash: "/", "Shift+Slash": "?", KeyE: "e" };

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** What a pressed key asks of a list, if anything. */
export function shortcutAction(pressed: Pressed): ListAction | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (ctrlKey || metaKey || altKey) return undefined;
  const isOtherScript = [...key].length === 1 && !/^[\x20-\x7e]$/.test(key);
  const name = isOtherScript ? byPlace[shiftKey ? `Shift+${code}` : code] : key.toLowerCase();
  // With Shift, arrows mark text; signs may need it.
  if (shiftKey && name !== "/" && name !== "?") return undefined;
  return byKey[name ?? ""] ?? byKey[key];
}
