import { expect, test } from "vitest";
import type { Caller } from "#rpc/context.ts";
import { readConfig } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import { createReads } from "./reads.server.ts";

const replica = {} as Database;
const person = { sessionId: "a session" } as Caller;

/** The reads of a request, with a replica that has replayed the first 100 bytes. */
function readsOf(path: string, { cookie = "", method = "GET", primary = async () => 120n } = {}) {
  const replicas = {
    choose: ({ position }: { position: bigint }) => (position <= 100n ? replica : undefined),
    readPosition: primary,
  };
  return createReads(new Request(`https://books.example.com${path}`, { method, headers: { cookie } }), {
    services: { config: readConfig({ BASE_URL: "https://localhost" }), replicas },
    clientAddress: "192.0.2.1",
  });
}

const valueOf = (header: string | undefined) =>
  /^__Host-position=(\d+); Max-Age=(\d+)/.exec(header ?? "")?.slice(1);

test("who has written nothing lately reads from a replica, signed in or not, and gets no cookie", async () => {
  const reads = readsOf("/api/rpc/books/list", { method: "POST", cookie: "other=1; __Host-position=100" });
  expect([reads.findReplica(person), reads.findReplica(null)]).toEqual([replica, replica]);
  expect(await reads.cookie()).toBeUndefined();
});

test("what the replica hasn't replayed of a user's own writes is read from the primary", () => {
  expect(readsOf("/manager/books", { cookie: "__Host-position=101" }).findReplica(person)).toBeUndefined();
});

test.each(["-1", "1e9", "999999999999999999999999", "0x10", "", "1 or 1=1"])(
  "a forged position is none: %s",
  (value) => {
    expect(readsOf("/", { cookie: `__Host-position=${value}` }).findReplica(null)).toBe(replica);
  },
);

test("an operation that writes gives the browser the position after it, and reads the primary from then on", async () => {
  const reads = readsOf("/api/rpc/books/create", { method: "POST", cookie: "__Host-position=90" });
  reads.markWrite();
  expect(reads.findReplica(person)).toBeUndefined();
  const cookie = await reads.cookie();
  expect(valueOf(cookie)).toEqual(["120", "40"]);
  expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
});

test.each([
  ["/login", "POST"],
  ["/api/covers", "POST"],
  ["/api/x/1", "DELETE"],
  ["/api/auth/callback/github", "GET"],
])("%s with %s may write", async (path, method) => {
  expect(valueOf(await readsOf(path, { method }).cookie())).toEqual(["120", "40"]);
});

test("what is still being written at the response is read from the primary for ten minutes, whatever else is written", async () => {
  const reads = readsOf("/api/books/imports", { method: "POST" });
  reads.markWrite({ isUnfinished: true });
  const [position, seconds] = valueOf(await reads.cookie()) ?? [];
  expect([position, seconds]).toEqual(["18446744073709551615", "600"]);
  const next = readsOf("/api/covers", { method: "POST", cookie: `__Host-position=${position}` });
  expect(await next.cookie()).toBeUndefined();
});

test("if the primary can't say its position after a write, only the primary is read", async () => {
  const failing = readsOf("/login", { method: "POST", primary: () => Promise.reject(new Error("lost")) });
  expect(valueOf(await failing.cookie())).toEqual(["18446744073709551615", "40"]);
});

// optional: api-keys
test("a request with an API key reads the primary, since programs keep no cookies", () => {
  const withKey = { ...person, key: { id: "a key", name: "Script" } };
  expect(readsOf("/api/rest/books").findReplica(withKey)).toBeUndefined();
});
// end: api-keys
