/** The code and data of an error that an operation's contract declares, or `undefined` for any other error. */
export function apiErrorOf(error: unknown): { code: string; data: unknown } | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return { code: error.code, data: "data" in error ? error.data : undefined };
}
