/**
 * The index of the menu item that a key moves the focus to (WAI-ARIA, "Menu and Menubar Pattern"); `undefined` for
 * other keys. `current` is -1 if no item has the focus.
 */
export function nextItemIndex(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return (current + 1) % count;
    case "ArrowUp":
      return current <= 0 ? count - 1 : current - 1;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * The index of the menu item of which a line begins with the typed text. A single letter, also if it is repeated, finds
 * the next item.
 */
export function typeaheadIndex(
  typed: string,
  current: number,
  lines: readonly (readonly string[])[],
): number | undefined {
  const letters = [...normalize(typed)];
  const isRepeated = letters.every((letter) => letter === letters[0]);
  const prefix = isRepeated ? (letters[0] ?? "") : letters.join("");
  const start = isRepeated ? current + 1 : Math.max(current, 0);
  return lines
    .map((_, index) => (start + index) % lines.length)
    .find((index) => lines[index]?.some((line) => normalize(line).startsWith(prefix)));
}

/** Removes case, accents and bidi isolates. */
function normalize(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\p{M}\u2066-\u2069]/gu, "")
    .toLowerCase()
    .trim();
}
