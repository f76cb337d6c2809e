/**
 * Measures what one client's requests cost others: a page and /up of another person, while the client has as many requests in
 * flight as the server allows. Prints medians and the longest times.
 *
 *   npm run bench -- one-client
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { buildProduct } from "../../scripts/build.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { type AuthClient, createAuthClient } from "../../testing/auth-client.ts";
import { startServer, type TestServer } from "../../testing/e2e/support/server.ts";

const runs = 20;
const pauseMs = 25;
const attackStartMs = 1_000;

/** Requests without a body are GET. */
type Attack = { name: string; connections: number; path: string; body?: object; isSignedIn?: boolean };

const operation = "/api/rpc/books/list";

const attacks: Attack[] = [
  { name: "240 of /login", connections: 240, path: "/login" },
  {
    name: "240 of a list, by a user",
    connections: 240,
    path: operation,
    body: { json: {} },
    isSignedIn: true,
  },
  { name: "240 of /app/books, by a user", connections: 240, path: "/app/books", isSignedIn: true },
  { name: "240 of the session", connections: 240, path: "/api/auth/get-session" },
  { name: "10 of 870 kB", connections: 10, path: operation, body: { json: "x".repeat(870_000) } },
];

type Order = { url: string; attack: Attack; headers: Record<string, string> };

if (process.send) process.once("message", (order: Order) => void carryOut(order));
else await measureAttacks();

/** Runs in a process of its own, so that the client doesn't slow the measurement down. */
async function carryOut({ url, attack, headers }: Order): Promise<void> {
  const { path, body, connections } = attack;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const text = body && JSON.stringify(body);
  const method = body ? "POST" : "GET";
  const json = body && { origin: url, "content-type": "application/json" };
  const drive = async () => {
    for (;;) {
      const sent = request(url + path, { agent, method, headers: { ...headers, ...json } });
      sent.end(text);
      const [response] = (await once(sent, "response").catch(() => [])) as [IncomingMessage?];
      if (response) await buffer(response).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: connections }, drive));
}

async function measureAttacks(): Promise<void> {
  const steps = createSteps();
  await buildProduct(steps);
  // The budget of requests would end the attacks.
  const settings = { REQUESTS_PER_MINUTE: "0", LOG_LEVEL: "info" };
  const server = await steps.run("Starting the server", () => startServer(settings, { stdout: "ignore" }));
  try {
    const [other, attacker] = [await signIn(server), await signIn(server)];
    await steps.run("Warming up", () => measure(server, other));
    console.log(row("milliseconds", "/app", "longest", "/up", "longest"));
    console.log(row("no attack", ...(await measure(server, other))));
    for (const attack of attacks) {
      const headers = attack.isSignedIn ? attacker.headers() : { "x-forwarded-for": "198.18.0.1" };
      const child = fork(import.meta.filename, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
      child.send({ url: server.url, attack, headers } satisfies Order);
      await sleep(attackStartMs);
      const times = await measure(server, other);
      child.kill();
      await once(child, "exit");
      console.log(row(attack.name, ...times));
    }
  } finally {
    await server.stop();
  }
}

async function signIn(server: TestServer): Promise<AuthClient> {
  const client = createAuthClient(server.url);
  const { email } = await server.addPerson();
  await client.requestCode(email);
  const { status } = await client.verifyCode(email, await server.mail.codeFor(email));
  if (status !== 200) throw new Error(`Signing in failed with the status ${status}`);
  return client;
}

/** The median and the longest time of the page, and of /up. */
async function measure(server: TestServer, user: AuthClient): Promise<string[]> {
  const times = { "/app": [] as number[], "/up": [] as number[] };
  for (let run = 0; run < runs; run++) {
    for (const path of ["/app", "/up"] as const) {
      const startedAt = performance.now();
      const response = await fetch(server.url + path, { headers: user.headers() });
      await response.text();
      if (response.status !== 200) throw new Error(`${path} has the status ${response.status}`);
      times[path].push(performance.now() - startedAt);
      await sleep(pauseMs);
    }
  }
  return Object.values(times).flatMap((of) => {
    const sorted = of.toSorted((a, b) => a - b);
    return [sorted[Math.floor(runs / 2)] ?? 0, sorted.at(-1) ?? 0].map((time) => time.toFixed(1));
  });
}

function row(attack: string, ...numbers: string[]): string {
  return attack.padEnd(38) + numbers.map((number) => number.padStart(10)).join("");
}
