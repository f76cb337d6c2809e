/**
 * Which item of a menu gets the focus when a key is pressed (WAI-ARIA, "Menu and Menubar Pattern"). `current` is -1
 * where no item has it; `undefined`: the key moves nothing.
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
 * The item that someone means by typing the beginning of one of its lines. A single letter, and the same letter again
 * and again, goes on to the next item that begins with it.
 */
export function typeaheadIndex(
  typed: string,
  current: number,
  lines: readonly (readonly string[])[],
): number | undefined {
  const letters = [...fold(typed)];
  const isRepeated = letters.every((letter) => letter === letters[0]);
  const wanted = isRepeated ? (letters[0] ?? "") : letters.join("");
  const start = isRepeated ? current + 1 : Math.max(current, 0);
  return lines
    .map((_, index) => (start + index) % lines.length)
    .find((index) => lines[index]?.some((line) => fold(line).startsWith(wanted)));
}

/** Without case, accents and the marks that isolate what people typed. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\p{M}\u2066-\u2069]/gu, "")
    .toLowerCase()
    .trim();
}
