/** PostgreSQL's own codes (its documentation, appendix A), and those of what else may hold a statement up for long. */
const tooSlow = ["57014", "55P03", "40P01"];

/** Whether the database ended a statement because it, or what it waited for, took too long. */
export function isTimeoutError(error: unknown): boolean {
  return tooSlow.includes(fieldOf(error, "code") ?? "");
}

/** The name of the constraint that a write went against, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  return fieldOf(error, "code")?.startsWith("23") ? fieldOf(error, "constraint") : undefined;
}

/** Drizzle wraps what PostgreSQL answered. */
function fieldOf(error: unknown, name: "code" | "constraint"): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const value = (error as unknown as Record<string, unknown>)[name];
  return typeof value === "string" ? value : fieldOf(error.cause, name);
}
