import { type Placeholder, sql } from "drizzle-orm";
import { session } from "../../table.ts";

/** When a session expires: `expiresAt`, or the end of its absolute lifetime, which may be shorter than at its renewal. */
export function expiryOf(maxSeconds: number | Placeholder) {
  const end = sql`${session.createdAt} + make_interval(secs => ${maxSeconds})`;
  return sql<Date>`least(${session.expiresAt}, ${end})`.mapWith(session.expiresAt);
}
