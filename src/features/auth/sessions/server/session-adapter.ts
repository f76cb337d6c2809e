import type { BetterAuthOptions } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { Database } from "#server/database/connect.ts";
import type { CookieSettings } from "../../server/cookies.ts";
import { withDatabaseTimes } from "../../server/database-times.ts";
import { findSessionRow } from "./find-session.ts";

type Adapter = ReturnType<ReturnType<typeof drizzleAdapter>>;

/**
 * better-auth's adapter for our tables. It finds sessions by the rules of `findSession`, for every endpoint, also of plugins: the
 * absolute lifetime, bans, and the token before the current one. It takes one statement; better-auth's own would take two. Times are
 * the database's.
 */
export function sessionAdapter(
  settings: CookieSettings & { database: Pick<Database, "sql"> },
  schema: Record<string, object>,
) {
  return (options: BetterAuthOptions): Adapter => {
    const { sql } = settings.database;
    const adapter = drizzleAdapter(sql, { provider: "pg", transaction: true, schema })(options);
    const findOne: Adapter["findOne"] = async <Row>(query: Parameters<Adapter["findOne"]>[0]) => {
      const [where, ...others] = query.where;
      const isSession = query.model === "session" && where?.field === "token" && others.length === 0;
      if (!isSession) return await adapter.findOne<Row>(query);
      return (await findSessionRow(sql, settings, String(where.value))) as Row | null;
    };
    return {
      ...withDatabaseTimes({ ...adapter, findOne }),
      transaction: (work) => adapter.transaction((inner) => work(withDatabaseTimes(inner))),
    };
  };
}
