import type { DatabaseConnection } from "#server/database/connect.ts";
import type { Target } from "../../targets.ts";
import { query } from "./people.ts";

/** Sends a request to a target, with an empty body if it takes one. */
export async function send(
  origin: string,
  { method, path, contentType }: Target,
  headers: Record<string, string>,
  id = "00000000-0000-4000-8000-000000000000",
) {
  const controller = new AbortController();
  const url = origin + path.replaceAll(/\{\w+\}/g, id);
  const hasBody = method !== "GET";
  const response = await fetch(url, {
    method,
    redirect: "manual",
    signal: controller.signal,
    headers: {
      ...headers,
      origin,
      ...(hasBody && { "content-type": contentType ?? "application/json" }),
    },
    ...(hasBody && { body: "{}" }),
  });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const body = isStream ? "" : await response.text();
  controller.abort();
  return { status: response.status, headers: response.headers, body };
}

/** A hash of each table, except sessions, their counts and notifications, and limits. */
export async function contents(connection: DatabaseConnection): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    connection,
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name NOT IN (
         'period_count', -- optional: dashboard
         'pending_notification', -- optional: live
         'session', 'budget')`,
    [],
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await query<{ hash: string }>(
      connection,
      `SELECT md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS hash FROM "${name}" t`,
      [],
    );
    hashes[name] = row?.hash ?? "";
  }
  return hashes;
}
