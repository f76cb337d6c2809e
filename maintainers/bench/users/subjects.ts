import { userListQuerySchema } from "../../../src/features/users/schema.ts";
import { encodeCursor } from "../../../src/resource/server/list/cursor.ts";
import type { Subject } from "../lists/measure.ts";
import type { Call, Product } from "../lists/product.ts";

/** The position of the deep pages, if there are so many users. */
const depth = 100_000;

/** The number of users of a bulk action. */
const bulkCount = 50;

type Added = { id: string; version: number; email: string };

/** All requests to measure on a database with generated users. */
export async function subjectsOf({ database }: Product, size: number): Promise<Subject[]> {
  const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await database.pool.query<Row>(statement, values)).rows;

  const [deep] = await ask<Record<"id" | "name" | "email" | "createdAt", string>>(
    `SELECT id, name, email, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt"
     FROM "user" WHERE name IS NOT NULL ORDER BY created_at, id OFFSET $1 LIMIT 1`,
    [Math.min(depth, size / 2)],
  );
  const some = await ask<{ id: string; word: string }>(
    `SELECT id, regexp_replace(name, '.* ', '') AS word FROM "user"
     WHERE name IS NOT NULL AND NOT banned ORDER BY id LIMIT 200`,
  );
  const [crowded] = await ask<{ id: string }>(
    "SELECT user_id AS id FROM session GROUP BY user_id HAVING count(*) = 50 LIMIT 1",
  );
  if (!deep || !crowded) throw new Error("The database was not filled");

  const get = (name: string, pathOf: (user: { id: string; word: string }) => string): Subject => ({
    name,
    call: (turn) => ({ method: "GET", path: pathOf(some[turn % some.length] ?? { id: "", word: "" }) }),
  });
  const list = (name: string, search: Record<string, string>, path = "/users"): Subject =>
    get(name, () => `${path}?${new URLSearchParams(search)}`);
  const firstRows = (name: string, search: Record<string, string>): Subject => ({
    name,
    call: () => ({ method: "GET", path: `/api/users.csv?${new URLSearchParams(search)}`, isStream: true }),
  });

  /** Adds users with a session each, unless they are banned. */
  async function add(count: number, isBanned = false): Promise<Added[]> {
    const added = await ask<Added>(
      `INSERT INTO "user" (email, name, email_verified, onboarded_at, banned)
       SELECT 'measured.' || gen_random_uuid() || '@example.com', 'Measured User', true, now(), $2
       FROM generate_series(1, $1::int) RETURNING id, version, email`,
      [count, isBanned],
    );
    const ids = isBanned ? [] : added.map(({ id }) => id);
    await ask(
      `INSERT INTO session (token, user_id, expires_at)
       SELECT gen_random_uuid(), id, now() + interval '1 day' FROM unnest($1::uuid[]) AS id`,
      [ids],
    );
    return added;
  }
  const write = (name: string, callFor: (user: Added, turn: number) => Call, isBanned = false): Subject => ({
    name,
    async call(turn) {
      const [user] = await add(1, isBanned);
      if (!user) throw new Error("The user was not added");
      return callFor(user, turn);
    },
  });
  const bulk = (
    name: string,
    path: string,
    bodyFor: (users: Added[]) => unknown,
    isBanned = false,
  ): Subject => ({
    name: `${name} ${bulkCount} users`,
    call: async () => ({ method: "POST", path, body: bodyFor(await add(bulkCount, isBanned)) }),
  });
  const ids = (users: Added[]) => ({ ids: users.map(({ id }) => id) });
  const input = (turn: number) => ({
    name: `Measured ${turn}`,
    email: `measured.${turn}.${crypto.randomUUID()}@example.com`,
    roles: ["user"],
  });

  const sorts = userListQuerySchema.shape.sort.unwrap().options;
  const filters = {
    administrators: { role: "admin" },
    "not administrators": { role: "user" },
    banned: { isBanned: "true" },
    "not banned": { isBanned: "false" },
    "not onboarded": { isOnboarded: "false" },
    onboarded: { isOnboarded: "true" },
    unverified: { isVerified: "false" },
    verified: { isVerified: "true" },
  };
  return [
    ...sorts.flatMap((sort) => [
      list(`by ${sort}`, { sort }),
      list(`by ${sort}, descending`, { sort, direction: "descending" }),
      list(`by ${sort}, at depth ${depth.toLocaleString("en")}`, {
        sort,
        after: encodeCursor({ list: "user", sort }, [deep[sort], deep.id]),
      }),
    ]),
    ...Object.entries(filters).flatMap(([name, filter]) =>
      sorts.map((sort) => list(`${name}, by ${sort}`, { ...filter, sort })),
    ),
    list("banned and unverified", { isBanned: "true", isVerified: "false" }),
    list("not onboarded administrators", { role: "admin", isOnboarded: "false" }),
    get("search: a rare word", ({ word }) => `/users?searchTerm=${word}`),
    list("search: a common word", { searchTerm: "example" }),
    list("search: a common name, by createdAt", { searchTerm: "baba", sort: "createdAt" }),
    get("search: a common and a rare word", ({ word }) => `/users?searchTerm=example+${word}`),
    list("search: one letter", { searchTerm: "b" }),
    list("search: two letters", { searchTerm: "zo" }),
    list("search: no match", { searchTerm: "zzzzqq" }),
    list("search: @", { searchTerm: "@" }),
    list("search: a common word, not onboarded", { searchTerm: "example", isOnboarded: "false" }),
    list("search: a common name of administrators", { searchTerm: "baba", role: "admin" }),
    get("session", () => "/api/auth/get-session"),
    get("by id", ({ id }) => `/users/${id}`),
    get("sessions of a user", ({ id }) => `/users/${id}/sessions`),
    get("50 sessions of a user", () => `/users/${crowded.id}/sessions`),
    get("activity of a user", ({ id }) => `/activity?person=${id}`),
    list("activity", {}, "/activity"),
    list("activity: an action", { action: "signUp" }, "/activity"),
    firstRows("export: first rows", {}),
    firstRows("export: first rows, not onboarded", { isOnboarded: "false" }),
    firstRows("export: first rows, a rare name", { searchTerm: some[0]?.word ?? "" }),
    { name: "create", call: (turn) => ({ method: "POST", path: "/users", body: input(turn) }) },
    write("update", ({ id, version, email }, turn) => ({
      method: "PUT",
      path: `/users/${id}`,
      body: { name: `Saved ${turn}`, email, roles: ["user"], version },
    })),
    write("ban", ({ id }) => ({ method: "PUT", path: `/users/${id}/ban`, body: { reason: "Spam" } })),
    write("unban", ({ id }) => ({ method: "DELETE", path: `/users/${id}/ban` }), true),
    write("end all sessions", ({ id }) => ({ method: "DELETE", path: `/users/${id}/sessions` })),
    write("delete", ({ id, version }) => ({ method: "DELETE", path: `/users/${id}`, body: { version } })),
    bulk("ban", "/users/bans", (users) => ({ ...ids(users), reason: "Spam" })),
    bulk("unban", "/users/unbans", ids, true),
    bulk("end all sessions of", "/users/session-revocations", ids),
    bulk("delete", "/users/deletions", (items) => ({ items })),
  ];
}
