/** A search parameter that is text, or else empty. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
