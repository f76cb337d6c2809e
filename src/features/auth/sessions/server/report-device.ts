import { sql } from "drizzle-orm";
import type { Client } from "#features/auth/server/request-client.ts";
import { defaultLanguage, isLanguage } from "#i18n/languages.ts";
import type { Sql } from "#server/database/connect.ts";
import { queueNotice } from "../../mails/queue-notice.ts";
import type { CookieSettings } from "../../server/cookies.ts";
import { device } from "../../table.ts";
import { type Device, parseUserAgent } from "#lib/user-agent.ts";

type Services = CookieSettings & { languageOf: (request: { url: string; headers: Headers }) => string };

/**
 * Tells a user by mail that they have signed in on a new device: with a browser and system that they haven't used before.
 * Their first sign-in is not reported.
 * @returns whether it is a new device
 */
export async function reportNewDevice(
  database: Sql,
  { config, secrets, languageOf }: Services,
  { id, email }: { id: string; email: string },
  { headers, clientAddress }: Client,
): Promise<boolean> {
  const used = parseUserAgent(headers.get("user-agent"));
  if (!(await rememberDevice(database, id, used))) return false;
  const key = languageOf({ url: config.baseUrl.href, headers });
  const language = isLanguage(key) ? key : defaultLanguage;
  const time = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" });
  await queueNotice(
    database,
    { secrets, language },
    {
      to: email,
      kind: "newDevice",
      name: clientAddress,
      device: used,
      time: time.format(new Date()),
      link: new URL("/app/account", config.baseUrl).href,
    },
  );
  return true;
}

/** Stores that a user signed in on a device. @returns whether it is new, and not their first */
async function rememberDevice(database: Sql, userId: string, { browser, system }: Device): Promise<boolean> {
  const { rows } = await database.execute<{ isNew: boolean }>(sql`
    insert into ${device} (user_id, browser, system) values (${userId}, ${browser ?? ""}, ${system ?? ""})
    on conflict (user_id, browser, system) do update set last_used_at = now()
    returning xmax = 0 and exists (select from ${device} as other where other.user_id = ${userId}) as "isNew"`);
  return rows[0]?.isNew ?? false;
}
