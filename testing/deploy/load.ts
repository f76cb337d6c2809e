import type { AuthClient } from "../auth-client.ts";
import { newAddress } from "../e2e/support/people.ts";

/** What happened to the requests of `startLoad`. */
export type LoadResult = {
  requests: number;
  /** For each request without success: its status, or 0 without a response, and its time in milliseconds. */
  failures: { what: string; status: number; tookMs: number }[];
  /** The emails of the users whose creation was acknowledged. */
  acknowledged: string[];
  /** The longest time of a request, in milliseconds. */
  slowestMs: number;
  /** When the last request without success ended, by `performance.now`. */
  lastFailureAt: number;
};

/** 20 writes and 4 pages in a second. */
const intervalMs = 50;
const writesBetweenPages = 5;

/**
 * Creates users and loads pages at a steady rate, whether earlier requests have been answered or not, until `stop`.
 * @param client of an administrator
 */
export function startLoad(client: AuthClient, url: string): { stop(): Promise<LoadResult> } {
  const result: LoadResult = { requests: 0, failures: [], acknowledged: [], slowestMs: 0, lastFailureAt: 0 };
  const running = new Set<Promise<void>>();

  async function request(what: string, path: string, init: RequestInit, onSuccess = () => {}) {
    result.requests += 1;
    const startedAt = performance.now();
    let status = 0;
    try {
      const response = await fetch(url + path, {
        ...init,
        headers: { ...client.headers(), ...init.headers },
      });
      await response.text();
      status = response.status;
    } catch {
      // No response.
    }
    const tookMs = performance.now() - startedAt;
    result.slowestMs = Math.max(result.slowestMs, tookMs);
    if (status >= 200 && status < 300) return onSuccess();
    result.lastFailureAt = performance.now();
    result.failures.push({ what, status, tookMs });
  }

  const track = (call: Promise<void>) => {
    running.add(call);
    void call.finally(() => running.delete(call));
  };
  let writes = 0;
  const timer = setInterval(() => {
    const email = newAddress();
    const headers = { "content-type": "application/json", origin: url };
    const body = JSON.stringify({ json: { name: "Ada Lovelace", email, roles: ["user"] } });
    track(
      request("a write", "/api/rpc/users/create", { method: "POST", headers, body }, () => {
        result.acknowledged.push(email);
      }),
    );
    writes += 1;
    if (writes % writesBetweenPages === 0)
      track(request("a page", "/manager/users", { headers: { accept: "text/html" } }));
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return result;
    },
  };
}
