import type { DBTransactionAdapter } from "@better-auth/core/db/adapter";
import { clockSkewSeconds } from "#server/database/clock.ts";

const methods = [
  "create",
  "findOne",
  "findMany",
  "count",
  "update",
  "updateMany",
  "delete",
  "deleteMany",
  "consumeOne",
  "incrementOne",
] as const satisfies (keyof DBTransactionAdapter)[];

type Method = (query: { model: string }) => Promise<unknown>;

/**
 * An adapter that stores times as times of the database's clock, and returns stored ones as times of this process's clock:
 * better-auth and its plugins compute and compare theirs with the latter.
 */
export function withDatabaseTimes<Adapter extends DBTransactionAdapter>(adapter: Adapter): Adapter {
  const convert =
    (method: Method): Method =>
    async (query) => {
      // In whole seconds, so that what is read again is the same.
      const skewMs = Math.round(clockSkewSeconds()) * 1_000;
      const found = shiftTimes(await method(shiftTimes(query, -skewMs)), skewMs);
      return query.model === "verification" ? withStateEnd(found) : found;
    };
  const converted = methods.map((name) => [name, convert(adapter[name] as Method)]);
  return { ...adapter, ...Object.fromEntries(converted) };
}

/** A copy of a value in which all times are later by some milliseconds. */
function shiftTimes<Value>(value: Value, ms: number): Value {
  const shifted = (item: unknown): unknown => {
    if (item instanceof Date) return new Date(item.getTime() + ms);
    if (Array.isArray(item)) return item.map(shifted);
    if (item?.constructor !== Object) return item;
    return Object.fromEntries(Object.entries(item).map(([name, each]) => [name, shifted(each)]));
  };
  return ms === 0 ? value : (shifted(value) as Value);
}

/** The state of a sign-in elsewhere repeats in its JSON when it expires: it's the time of the row. */
function withStateEnd(found: unknown): unknown {
  if (Array.isArray(found)) return found.map(withStateEnd);
  const row = found as { value: string; expiresAt: Date } | null;
  if (!row?.value?.startsWith("{")) return found;
  const state = JSON.parse(row.value) as { expiresAt?: unknown };
  if (typeof state.expiresAt !== "number") return found;
  return { ...row, value: JSON.stringify({ ...state, expiresAt: row.expiresAt.getTime() }) };
}
