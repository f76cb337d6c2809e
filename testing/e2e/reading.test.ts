import { createAuthClient } from "../auth-client.ts";
import { collectTargets } from "../targets.ts";
import { query } from "./support/people.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { contents, send } from "./support/targets.ts";
import { expect, test } from "./support/test.ts";

/** A link on another site's page, which a user follows. */
const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

/** What is recorded of reading. */
const records = new Set(["downloadData", "signInFailed"]);

async function stored({ connection }: TestServer) {
  const { activity: _, ...others } = await contents(connection);
  const recorded = await query<{ action: string }>(connection, "SELECT action FROM activity ORDER BY id", []);
  const sessions = await query(connection, "SELECT id, user_id FROM session ORDER BY id", []);
  return { ...others, sessions, changes: recorded.filter(({ action }) => !records.has(action)) };
}

test("following a link changes nothing, whatever its address, also for an administrator", async () => {
  const server = await startServer();
  try {
    const person = await server.addPerson({ role: "admin" });
    const client = createAuthClient(server.url);
    await client.requestCode(person.email);
    await client.verifyCode(person.email, await server.mail.codeFor(person.email));
    const before = await stored(server);
    const targets = collectTargets().filter(({ method }) => method === "GET");
    expect(targets.length).toBeGreaterThan(30);
    for (const target of targets) await send(server.url, target, { ...client.headers(), ...link }, person.id);
    expect(await stored(server)).toEqual(before);
  } finally {
    await server.stop();
  }
});
