import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AuthClient } from "../../../testing/auth-client.ts";

/** What happened to the writes of `startWrites`. */
export type Writes = {
  requests: number;
  /** How often requests failed, by status, or "none" without a response. */
  failures: Record<string, number>;
  /** The titles of acknowledged books. */
  acknowledged: string[];
  /** When the last request failed, by `performance.now`. */
  lastFailureAt: number | undefined;
};

const writesPerSecond = 200;
/** A write that failed is repeated with the same key, as programs do, unless this many are. */
const maxRepeated = 200;
const repeatAfterMs = 500;
const timeoutMs = 30_000;

/** Creates books at a steady rate, whether earlier requests have been answered or not, until `stop`. */
export function startWrites(clients: AuthClient[], url: string, genreId: string) {
  const writes: Writes = { requests: 0, failures: {}, acknowledged: [], lastFailureAt: undefined };
  const running = new Set<Promise<void>>();
  let started = 0;
  let repeated = 0;
  let isStopped = false;

  async function send(client: AuthClient | undefined, title: string, key: string): Promise<boolean> {
    writes.requests += 1;
    const body = JSON.stringify({ title, author: "Ada Lovelace", genreId });
    const response = await fetch(`${url}/api/rest/books`, {
      method: "POST",
      headers: {
        ...client?.headers(),
        "x-forwarded-for": `10.${randomInt(200)}.1.1`,
        "content-type": "application/json",
        "idempotency-key": key,
        origin: url,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (received) => (await received.text(), received))
      .catch(() => undefined);
    if (response?.ok) return true;
    const kind = String(response?.status ?? "none");
    writes.failures[kind] = (writes.failures[kind] ?? 0) + 1;
    writes.lastFailureAt = performance.now();
    return false;
  }

  async function write(): Promise<void> {
    const key = randomUUID();
    const title = `Written ${key}`;
    // Each may use 10,000 keys a day. A key is its client's.
    const client = clients[(started += 1) % clients.length];
    let isDone = await send(client, title, key);
    if (!isDone && repeated < maxRepeated) {
      repeated += 1;
      while (!isDone && !isStopped) {
        await sleep(repeatAfterMs);
        isDone = await send(client, title, key);
      }
      repeated -= 1;
    }
    if (isDone) writes.acknowledged.push(title);
  }

  const timer = setInterval(() => {
    const call = write();
    running.add(call);
    void call.finally(() => running.delete(call));
  }, 1_000 / writesPerSecond);
  return {
    async stop(): Promise<Writes> {
      clearInterval(timer);
      isStopped = true;
      await Promise.all(running);
      return writes;
    },
  };
}

/** Keeps live streams open, as the tabs of people do, and opens each again when it ends. */
export function openTabs(client: AuthClient, url: string, count: number) {
  const controller = new AbortController();
  const { signal } = controller;
  const result = { opened: 0, failures: 0 };
  const tab = async () => {
    while (!signal.aborted) {
      const headers = {
        ...client.headers(),
        accept: "text/event-stream",
        "x-forwarded-for": `10.${randomInt(200)}.2.1`,
      };
      const response = await fetch(`${url}/api/live`, { headers, signal }).catch(() => undefined);
      if (signal.aborted) return;
      if (response?.ok) result.opened += 1;
      else result.failures += 1;
      await response?.body?.pipeTo(new WritableStream()).catch(() => undefined);
      await sleep(1_000);
    }
  };
  const tabs = Array.from({ length: count }, tab);
  return {
    async close() {
      controller.abort();
      await Promise.all(tabs);
      return result;
    },
  };
}
