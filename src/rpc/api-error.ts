/** What an operation answered in place of a result: its contract's code and data. Any other error is none. */
export function apiErrorOf(error: unknown): { code: string; data: unknown } | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return { code: error.code, data: "data" in error ? error.data : undefined };
}
