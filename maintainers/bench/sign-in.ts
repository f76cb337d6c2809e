/**
 * Signs in many users at once, each with their own client address, against the built product with its own database and
 * mail. Fails if a response has an error, or a user doesn't end with exactly one session of their own.
 *
 *   npm run bench -- sign-in                  1,000 people
 *   npm run bench -- sign-in --count 200      200 people
 */
import { parseArgs } from "node:util";
import { createAuthClient, type TimedResponse } from "../../testing/auth-client.ts";
import { newAddress } from "../../testing/e2e/support/people.ts";
import { startServer } from "../../testing/e2e/support/server.ts";
import { startSmtpServer } from "../../testing/smtp.ts";
import { connect } from "../../src/server/database/connect.ts";
import type { DatabaseConnection } from "../../src/server/database/connection.ts";
import { buildProduct } from "../../scripts/build.ts";
import { UserError } from "../../scripts/bootstrap/errors.mjs";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";

const mailTimeoutMs = 120_000;

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { count: { type: "string", default: "1000" } }, strict: false });
  const given = String(values.count);
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1) throw new UserError(`"${given}" is not a number of users.`);

  const steps = createSteps();
  await buildProduct(steps);
  const smtp = await startSmtpServer();
  const server = await steps.run("Starting the server", () => startServer({ SMTP_URL: smtp.url }));
  try {
    const people = Array.from({ length: count }, () => ({
      email: newAddress(),
      client: createAuthClient(server.url),
    }));
    const asked = await steps.run(`${count} users request a code at once`, () =>
      Promise.all(people.map(({ client, email }) => client.requestCode(email))),
    );
    const codes = await steps.run("Waiting for their mails", () => readCodes(smtp.messages, count));
    const answered = await steps.run(`${count} users sign in at once`, () =>
      Promise.all(people.map(({ client, email }) => client.verifyCode(email, codes.get(email) ?? ""))),
    );
    const seen = await steps.run("Each fetches their session", () =>
      Promise.all(people.map(({ client }) => client.session())),
    );

    const right = seen.filter(
      ({ body }, i) => (body as { user?: { email?: string } } | null)?.user?.email === people[i]?.email,
    );
    const sessions = await countSessions(server.connection);
    const failures = [...asked, ...answered, ...seen].filter(({ status }) => status !== 200);
    console.log(`requesting a code: the slowest ${slowest(asked)} ms, the median ${median(asked)} ms`);
    console.log(`signing in:        the slowest ${slowest(answered)} ms, the median ${median(answered)} ms`);
    console.log(
      `${sessions} sessions, ${right.length} of ${count} users have their own session, ${failures.length} responses are not 200`,
    );
    return sessions === count && right.length === count && failures.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
    await smtp.close();
  }
}

async function readCodes(
  messages: readonly { recipients: string[]; text?: string | undefined }[],
  count: number,
): Promise<Map<string, string>> {
  const until = Date.now() + mailTimeoutMs;
  while (messages.length < count) {
    if (Date.now() > until) throw new UserError(`Only ${messages.length} of ${count} mails arrived.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return new Map(
    messages.map(({ recipients: [to = ""], text = "" }) => [to, /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? ""]),
  );
}

async function countSessions(connection: DatabaseConnection): Promise<number> {
  const database = connect(connection, { max: 1 });
  const { rows } = await database.pool.query<{ count: number }>("select count(*)::int as count from session");
  await database.close();
  return rows[0]?.count ?? 0;
}

function slowest(times: TimedResponse[]): number {
  return Math.round(Math.max(...times.map(({ tookMs: took }) => took)));
}

function median(times: TimedResponse[]): number {
  const sorted = times.map(({ tookMs: took }) => took).toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

if (import.meta.main) process.exitCode = await run();
