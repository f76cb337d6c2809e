/** The HTTP status that an error carries as data, where it is one that a page may answer with. */
export function errorStatus(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("status" in error)) return undefined;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 600 ? status : undefined;
}

/** Where the log says more about an unknown failure. */
export function errorReference(error: unknown): string | undefined {
  return textIn(error, "reference");
}

/** The key of the text that an error brings for people. */
export function errorTextKey(error: unknown): string | undefined {
  return textIn(error, "text");
}

/** A text in an error's data. */
function textIn(error: unknown, name: string): string | undefined {
  const data = typeof error === "object" && error !== null && "data" in error ? error.data : undefined;
  const value =
    typeof data === "object" && data !== null ? (data as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
