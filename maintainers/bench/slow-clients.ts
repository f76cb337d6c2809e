/**
 * Measures what slow clients cost others: a signed-in user's page and a complete sign-in, while other clients leave
 * requests to every kind of endpoint unfinished and send a byte every few seconds. Prints the times, their ratio to the
 * usual ones, and the memory of the process. Fails if a ratio exceeds 2, if the memory doesn't return, or if the server logs
 * an error.
 *
 *   npm run bench -- slow-clients
 */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { buildProduct } from "../../scripts/build.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { type AuthClient, createAuthClient } from "../../testing/auth-client.ts";
import { newAddress } from "../../testing/e2e/support/people.ts";
import { startServer, type TestServer } from "../../testing/e2e/support/server.ts";
import { slowRequests, startSlowClient } from "../../testing/e2e/books/slow-clients.ts";

/** The median of the rounds' ratios counts: other programs on the machine disturb some of them. */
const rounds = 3;
const runs = 12;
const byteIntervalMs = 3_000;
/** Until the first bodies have been rejected, and their clients have connected again. */
const attackStartMs = 8_000;
const maxRatio = 2;
const maxMemoryGrowthMb = 100;
const settleMs = 120_000;

type Attack = { name: string; sockets: number; clients: number; isForwarded?: boolean };
const attacks: Attack[] = [
  { name: "200 sockets of one client", sockets: 200, clients: 1 },
  { name: "2,000 sockets of 100 clients", sockets: 2_000, clients: 100 },
  { name: "200 of one client behind a proxy", sockets: 200, clients: 1, isForwarded: true },
  { name: "2,000 of 100 clients behind a proxy", sockets: 2_000, clients: 100, isForwarded: true },
];

type Kind = "page" | "sign-in";
/** Medians in milliseconds. */
type Round = { usual: Record<Kind, number>; during: Record<Kind, number>; memoryMb: number };

type Order = { url: string; attack: Attack; cookies: string[] };

if (process.send) process.once("message", (order: Order) => void carryOut(order));
else await measureAttacks();

/** Runs in a process of its own, so that the clients don't slow the measurement down. */
async function carryOut({ url, attack, cookies }: Order): Promise<void> {
  const clients = Array.from({ length: attack.sockets }, (_, index) => {
    const client = index % attack.clients;
    const cookie = `Cookie: ${cookies[client % cookies.length]}`;
    const headers = attack.isForwarded ? [cookie, `X-Forwarded-For: 198.18.0.${client + 1}`] : [cookie];
    const requests = slowRequests(url, headers);
    const request = requests[Math.floor(index / attack.clients) % requests.length] ?? { name: "", start: "" };
    return startSlowClient(url, request, attack.isForwarded ? undefined : `127.0.2.${client + 1}`);
  });
  setInterval(() => clients.forEach((client) => client.continue()), byteIntervalMs);
  await Promise.all(clients.map(({ connected }) => connected));
  process.send?.("connected");
}

async function measureAttacks(): Promise<void> {
  const steps = createSteps();
  await buildProduct(steps);
  const server = await steps.run("Starting the server", () => startServer());
  try {
    const user = await signIn(server);
    const attackers = await Promise.all(Array.from({ length: 10 }, () => signIn(server)));
    const cookies = attackers.map((client) => client.headers().cookie);
    await steps.run("Warming up", () => measure(server, user));
    const memoryBefore = memoryMb(server);
    const rows: string[] = [];
    let isWithinLimits = true;
    for (const attack of attacks) {
      const measured: Round[] = [];
      for (let round = 1; round <= rounds; round++) {
        const name = `${attack.name}, round ${round} of ${rounds}`;
        measured.push(await steps.run(name, () => measureRound(server, user, { attack, cookies })));
      }
      const memory = Math.max(...measured.map(({ memoryMb }) => memoryMb));
      for (const kind of ["page", "sign-in"] as const) {
        const ratio = median(measured.map(({ usual, during }) => during[kind] / usual[kind]));
        isWithinLimits &&= ratio <= maxRatio;
        const usual = median(measured.map((round) => round.usual[kind]));
        const during = median(measured.map((round) => round.during[kind]));
        rows.push(
          row(attack.name, kind, usual.toFixed(1), during.toFixed(1), ratio.toFixed(2), String(memory)),
        );
      }
    }
    console.log(row("", "", "usual ms", "during", "ratio", "MB"));
    for (const line of rows) console.log(line);
    const memoryAfter = await steps.run("Waiting for the memory to return", () =>
      settledMemoryMb(server, memoryBefore + maxMemoryGrowthMb),
    );
    console.log(`memory of the process: ${memoryBefore} MB before, ${memoryAfter} MB after`);
    const errors = server.log().match(/^.*"level":50.*$/gm) ?? [];
    console.log(
      `errors in the server's log: ${errors.length}${errors.length ? `, the first: ${errors[0]}` : ""}`,
    );
    const hasReturned = memoryAfter <= memoryBefore + maxMemoryGrowthMb;
    process.exitCode = isWithinLimits && hasReturned && errors.length === 0 ? 0 : 1;
  } finally {
    await server.stop();
  }
}

/** Measures the usual times before and after the times during an attack, as a machine's speed varies. */
async function measureRound(server: TestServer, user: AuthClient, order: Omit<Order, "url">): Promise<Round> {
  const before = await measure(server, user);
  const child = fork(import.meta.filename, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.send({ url: server.url, ...order } satisfies Order);
  await once(child, "message");
  await sleep(attackStartMs);
  const during = await measure(server, user);
  const memory = memoryMb(server);
  child.kill();
  const after = await measure(server, user);
  return {
    usual: {
      page: median([...before.page, ...after.page]),
      "sign-in": median([...before["sign-in"], ...after["sign-in"]]),
    },
    during: { page: median(during.page), "sign-in": median(during["sign-in"]) },
    memoryMb: memory,
  };
}

async function signIn(server: TestServer): Promise<AuthClient> {
  const client = createAuthClient(server.url);
  const { email } = await server.addPerson({ role: "admin" });
  await signInAs(server, client, email);
  return client;
}

async function signInAs(server: TestServer, client: AuthClient, email: string): Promise<void> {
  await client.requestCode(email);
  const { status } = await client.verifyCode(email, await server.mail.codeFor(email));
  if (status !== 200) throw new Error(`Signing in failed with the status ${status}`);
}

/** Milliseconds of a signed-in user's page, and of a new user's sign-in from the form to the session. */
async function measure(server: TestServer, user: AuthClient): Promise<Record<Kind, number[]>> {
  const times = { page: [] as number[], "sign-in": [] as number[] };
  for (let run = 0; run < runs; run++) {
    let startedAt = performance.now();
    const response = await fetch(`${server.url}/app/books`, { headers: user.headers() });
    const text = await response.text();
    times.page.push(performance.now() - startedAt);
    if (response.status !== 200 || !text.includes("</html>"))
      throw new Error(`The page has the status ${response.status}`);

    startedAt = performance.now();
    const client = createAuthClient(server.url);
    await signInAs(server, client, newAddress());
    const { body } = await client.session();
    times["sign-in"].push(performance.now() - startedAt);
    if (!body) throw new Error("There is no session after a sign-in");
  }
  return times;
}

function memoryMb({ pid }: TestServer): number {
  const kilobytes = execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Math.round(Number(kilobytes) / 1024);
}

/** The memory once it is at most `targetMb`, or after two minutes. */
async function settledMemoryMb(server: TestServer, targetMb: number): Promise<number> {
  const deadline = Date.now() + settleMs;
  while (memoryMb(server) > targetMb && Date.now() < deadline) await sleep(1_000);
  return memoryMb(server);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function row(attack: string, kind: string, ...numbers: string[]): string {
  return attack.padEnd(38) + kind.padEnd(9) + numbers.map((number) => number.padStart(9)).join("");
}
