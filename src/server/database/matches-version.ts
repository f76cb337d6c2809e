import { and, eq, type AnyColumn, type SQL } from "drizzle-orm";

/** The condition that a row is still in the version that the caller saw. */
export function matchesVersion(
  table: { id: AnyColumn; version: AnyColumn },
  { id, version }: { id: string; version: number },
): SQL | undefined {
  return and(eq(table.id, id), eq(table.version, version));
}
