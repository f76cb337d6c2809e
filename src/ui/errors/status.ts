/** The HTTP status that an error carries as data, where it is one that a page may answer with. */
export function errorStatus(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("status" in error)) return undefined;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 600 ? status : undefined;
}

/** Where the log says more about an unknown failure. */
export function errorReference(error: unknown): string | undefined {
  const data = typeof error === "object" && error !== null && "data" in error ? error.data : undefined;
  if (typeof data !== "object" || data === null || !("reference" in data)) return undefined;
  return typeof data.reference === "string" ? data.reference : undefined;
}
