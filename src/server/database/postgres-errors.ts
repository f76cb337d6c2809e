/** Whether a statement didn't get a lock in time, or was ended because of a deadlock. */
export function isLockConflict(error: unknown): boolean {
  return ["55P03", "40P01"].includes(fieldOf(error, "code") ?? "");
}

/** Whether a statement failed because a row to which it refers doesn't exist; by one of these ids, if they are given. */
export function refersToMissingRow(error: unknown, ids?: readonly string[]): boolean {
  if (fieldOf(error, "code") !== "23503") return false;
  // `Key (user_id)=(…) is not present in table "user".`, in the server's language.
  const detail = fieldOf(error, "detail") ?? "";
  if (detail.includes("is still referenced")) return false;
  return ids?.some((id) => detail.includes(`)=(${id})`)) ?? true;
}

/** The name of the constraint that a statement violated, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  return fieldOf(error, "code")?.startsWith("23") ? fieldOf(error, "constraint") : undefined;
}

/**
 * For `.catch()` on a statement: throws the caller's error for a violated constraint, and every other error unchanged.
 * @param errors creates the error, by constraint name
 */
export function mapConstraint(errors: Record<string, () => unknown>): (error: unknown) => Promise<never> {
  return async (error) => {
    const createError = errors[violatedConstraint(error) ?? ""];
    throw createError ? await createError() : error;
  };
}

/** Drizzle wraps PostgreSQL's error as the cause. */
function fieldOf(error: unknown, name: "code" | "constraint" | "detail"): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : fieldOf(error.cause, name);
}
