/**
 * Measures whether response times reveal accounts: requesting a code and entering a wrong one, for emails with an account,
 * without one, and banned, 200 times each. The three rows should be similar.
 *
 *   npm run bench -- strangers
 */
import { createAuthClient } from "../../testing/auth-client.ts";
import { newAddress } from "../../testing/e2e/support/people.ts";
import { startServer } from "../../testing/e2e/support/server.ts";
import { connect } from "../../src/server/database/connect.ts";
import type { DatabaseConnection } from "../../src/server/database/connection.ts";
import { buildProduct } from "../../scripts/build.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";

const runs = 200;
const warmUps = 20;
const kinds = ["known", "unknown", "banned"] as const;
type Kind = (typeof kinds)[number];
type Times = { ask: number[]; answer: number[] };

const steps = createSteps();
await buildProduct(steps);
const server = await steps.run("Starting the server", () => startServer());
try {
  const addresses = await steps.run("Creating accounts", () => makeAddresses(server.connection));
  const newTimes = (): Times => ({ ask: [], answer: [] });
  const times: Record<Kind, Times> = { known: newTimes(), unknown: newTimes(), banned: newTimes() };
  steps.begin(`${runs} runs of each`);
  for (let run = 0; run < warmUps + runs; run++) {
    for (const kind of kinds) {
      const email = addresses[kind][run] ?? "";
      const client = createAuthClient(server.url);
      const asked = await client.requestCode(email);
      const answered = await client.verifyCode(email, "000000");
      if (run < warmUps) continue;
      times[kind].ask.push(asked.tookMs);
      times[kind].answer.push(answered.tookMs);
    }
  }
  steps.end();
  console.log(
    `${"milliseconds".padEnd(24)}${"median".padStart(9)}${"90 %".padStart(9)}${"mean".padStart(9)}`,
  );
  for (const what of ["ask", "answer"] as const) {
    for (const kind of kinds) console.log(row(`${what}, ${kind}`, times[kind][what]));
  }
} finally {
  await server.stop();
}

async function makeAddresses(connection: DatabaseConnection): Promise<Record<Kind, string[]>> {
  const made = () => Array.from({ length: warmUps + runs }, newAddress);
  const addresses = { known: made(), unknown: made(), banned: made() };
  const database = connect(connection, { max: 1 });
  await database.pool.query(
    `insert into "user" (email, email_verified, banned)
     select email, true, false from unnest($1::text[]) as email union all
     select email, true, true from unnest($2::text[]) as email`,
    [addresses.known, addresses.banned],
  );
  await database.close();
  return addresses;
}

function row(name: string, times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return name.padEnd(24) + [at(0.5), at(0.9), mean].map((time) => time.toFixed(2).padStart(9)).join("");
}
