import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHub, type Hub, type HubLimits, type StreamRequest } from "./hub.ts";
import type { SessionAccess } from "./session-checks.ts";

const hour = 3_600_000;

let hub: Hub | undefined;
/** The active sessions in the database. */
let sessions: Map<string, SessionAccess>;
const findSessionAccess = vi.fn((ids: string[]) =>
  Promise.resolve(new Map([...sessions].filter(([id]) => ids.includes(id)))),
);
const warn = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  sessions = new Map();
  findSessionAccess.mockClear();
  warn.mockClear();
});
afterEach(() => {
  hub?.close();
  vi.useRealTimers();
});

/** A hub that has been listening for an hour. */
function startHub(limits?: Partial<HubLimits>, options?: Partial<Parameters<typeof createHub>[0]>): Hub {
  const created = createHub({
    topics: ["notes", "tags"],
    findSessionAccess,
    log: { warn },
    ...(limits && { limits }),
    ...options,
  });
  hub = created;
  created.onListen();
  vi.advanceTimersByTime(hour);
  return created;
}

/** Opens a stream of a session, and collects what arrives. */
function openPage(from: Hub, sessionId = "ada", request: Partial<StreamRequest> = {}) {
  const access = { topics: ["notes", "tags"] };
  const streamRequest = {
    sessionId,
    userId: `user-${sessionId}`,
    client: "192.0.2.1",
    sinceMs: 0,
    ...access,
    ...request,
  };
  if (!sessions.has(sessionId)) sessions.set(sessionId, streamRequest);
  const body = from.openStream(streamRequest);
  if (!body) return undefined;
  const page = { text: "", hasEnded: false, cancel: () => reader.cancel() };
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  void (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) page.text += read.value;
    page.hasEnded = true;
  })();
  return page;
}

/** The topics that a page received, in order. */
async function topicsOf(page: ReturnType<typeof openPage>): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(0);
  return [...(page?.text ?? "").matchAll(/^data: (.+)$/gm)].map(([, topic = ""]) => topic);
}

async function hasEnded(page: ReturnType<typeof openPage>): Promise<boolean | undefined> {
  await vi.advanceTimersByTimeAsync(0);
  return page?.hasEnded;
}

test("pages learn that notifications don't arrive, also those that connect meanwhile, and then that any topic may have changed", async () => {
  const started = startHub();
  const page = openPage(started);
  const statesOf = async (of: typeof page) => {
    await vi.advanceTimersByTimeAsync(0);
    return [...(of?.text ?? "").matchAll(/^event: (.+)$/gm)].map(([, state]) => state);
  };
  expect(await statesOf(page)).toEqual(["live"]);
  started.onLoss();
  const later = openPage(started, "grace");
  expect(await statesOf(page)).toEqual(["live", "paused"]);
  expect(await statesOf(later)).toEqual(["paused"]);
  started.onListen();
  for (const each of [page, later]) {
    expect((await statesOf(each)).at(-1)).toBe("live");
    expect(await topicsOf(each)).toEqual(["*"]);
  }
});

test("a change is sent at once, and then at most once a second", async () => {
  const started = startHub();
  const page = openPage(started);
  started.onNotification("notes");
  expect(await topicsOf(page)).toEqual(["notes"]);
  for (let change = 0; change < 10_000; change += 1) started.onNotification("notes");
  await vi.advanceTimersByTimeAsync(900);
  expect(await topicsOf(page)).toEqual(["notes"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await topicsOf(page)).toEqual(["notes", "notes"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await topicsOf(page)).toEqual(["notes", "notes"]);
  started.onNotification("tags");
  expect(await topicsOf(page)).toEqual(["notes", "notes", "tags"]);
});

test("a page receives only the topics that its user may read", async () => {
  const started = startHub();
  const page = openPage(started, "ada", { topics: ["tags"] });
  started.onNotification("notes");
  started.onNotification("tags");
  started.onNotification("no such topic");
  expect(await topicsOf(page)).toEqual(["tags"]);
});

test("what is kept of notifications is bounded: unknown topics are dropped, and repeated ones wait once", async () => {
  const waiting: (() => void)[] = []; // optional: replicas
  const started = startHub(undefined, {
    whenReadable: (action) => void waiting.push(action), // optional: replicas
  });
  const page = openPage(started, "ada", { topics: ["notes", "made-up 1"] });
  const timers = vi.getTimerCount();
  const lookUp = Promise.withResolvers<Map<string, SessionAccess>>();
  findSessionAccess.mockReturnValueOnce(lookUp.promise);
  for (let i = 0; i < 1_000; i += 1) {
    for (const payload of [`made-up ${i}`, "made-up", "", "*", "user user-ada", "sessions"])
      started.onNotification(payload);
  }
  expect(vi.getTimerCount()).toBe(timers);
  expect(findSessionAccess).toHaveBeenCalledTimes(1);
  lookUp.resolve(sessions);
  await vi.advanceTimersByTimeAsync(0);
  expect(findSessionAccess).toHaveBeenCalledTimes(2);
  expect(await topicsOf(page)).toEqual([]);

  // optional: replicas
  expect(waiting.splice(0)).toHaveLength(1); // Of the start.
  for (let i = 0; i < 1_000; i += 1) started.onNotification("notes");
  expect(waiting).toHaveLength(1);
  // What has changed since the first one was not readable yet.
  waiting[0]?.();
  expect(waiting).toHaveLength(2);
  waiting[1]?.();
  expect(waiting).toHaveLength(2);
  expect(await topicsOf(page)).toEqual(["notes"]);
  // end: replicas
});

test("a stream begins with the changes since the given time, and no earlier ones", async () => {
  const started = startHub();
  started.onNotification("notes");
  await vi.advanceTimersByTimeAsync(10_000);
  started.onNotification("tags");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await topicsOf(openPage(started, "a", { sinceMs: 1_000 }))).toEqual([]);
  expect(await topicsOf(openPage(started, "b", { sinceMs: 5_000 }))).toEqual(["tags"]);
  expect(await topicsOf(openPage(started, "c", { sinceMs: 15_000 }))).toEqual(["notes", "tags"]);
  expect(await topicsOf(openPage(started, "d", { sinceMs: 2 * hour }))).toEqual(["*"]);
});

test("after a lost database connection, every topic may have changed", async () => {
  const started = startHub();
  const page = openPage(started);
  started.onListen();
  expect(await topicsOf(page)).toEqual(["*"]);
  expect(findSessionAccess).toHaveBeenLastCalledWith(["ada"]);
});

test("the end of a session ends its streams at once, and no others", async () => {
  const started = startHub();
  const [first, second, other] = [openPage(started), openPage(started), openPage(started, "bob")];
  started.onNotification("session ada");
  expect([await hasEnded(first), await hasEnded(second), await hasEnded(other)]).toEqual([true, true, false]);
  expect(first?.text).toMatch(/event: end\ndata:\n\n$/);
  expect(started.streamCount()).toBe(1);
});

test("a banned user's stream ends, and a demoted user's stream has fewer topics", async () => {
  const started = startHub();
  const [banned, demoted] = [openPage(started, "ada"), openPage(started, "bob")];
  sessions.delete("ada");
  sessions.set("bob", { topics: ["tags"] });
  started.onNotification("user user-ada");
  started.onNotification("user user-bob");
  expect(await hasEnded(banned)).toBe(true);
  started.onNotification("notes");
  started.onNotification("tags");
  expect(await topicsOf(demoted)).toEqual(["tags"]);
});

test("after very many sessions ended, those with streams are looked up together", async () => {
  const started = startHub();
  const pages = ["ada", "bob", "eve"].map((id) => openPage(started, id));
  sessions.delete("bob");
  started.onNotification("sessions");
  expect(await Promise.all(pages.map(hasEnded))).toEqual([false, true, false]);
  expect(findSessionAccess).toHaveBeenCalledExactlyOnceWith(["ada", "bob", "eve"]);
});

test("thousands of streams are served in batches, each stream once", async () => {
  const started = startHub({ maxStreamsPerClient: 5_000 });
  const pages = Array.from({ length: 1_100 }, (_, index) => openPage(started, `session ${index}`));
  started.onNotification("notes");
  started.onNotification("sessions");
  await vi.waitFor(() => expect(pages.filter((page) => page?.text.includes("notes"))).toHaveLength(1_100));
  expect(pages.filter((page) => page?.text.split("notes").length === 2)).toHaveLength(1_100);
  expect(findSessionAccess.mock.calls.map(([ids]) => ids.length)).toEqual([500, 500, 100]);
});

test("sessions are looked up every 20 s, even without a notification, so that expired ones get nothing", async () => {
  const started = startHub();
  const [expired, other] = [openPage(started, "ada"), openPage(started, "bob")];
  await vi.advanceTimersByTimeAsync(10_000);
  sessions.delete("ada");
  expect(await hasEnded(expired)).toBe(false);
  await vi.advanceTimersByTimeAsync(10_001);
  expect([await hasEnded(expired), await hasEnded(other)]).toEqual([true, false]);
});

test("if sessions can't be looked up, streams stay open, and the look-up is repeated", async () => {
  const started = startHub();
  const page = openPage(started);
  findSessionAccess.mockRejectedValueOnce(new Error("The database is down"));
  await vi.advanceTimersByTimeAsync(20_001);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await hasEnded(page)).toBe(false);
  sessions.delete("ada");
  await vi.advanceTimersByTimeAsync(20_001);
  expect(await hasEnded(page)).toBe(true);
});

test("an idle stream gets a heartbeat every 20 s", async () => {
  const page = openPage(startHub());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page?.text.split("\n\n").filter((part) => part === ":")).toHaveLength(3);
});

test("a user's oldest stream is closed beyond a number, however many sessions the user has", async () => {
  const started = startHub({ maxStreamsPerSession: 2, maxStreamsPerUser: 3 });
  const own = [1, 2, 3, 4].map((session) => openPage(started, `ada-${session}`, { userId: "ada" }));
  openPage(started, "bob");
  expect(await Promise.all(own.map(hasEnded))).toEqual([true, false, false, false]);
});

test("a client's streams are limited, and at the maximum it loses one to a client with fewer", async () => {
  const started = startHub({ maxStreams: 4, maxStreamsPerClient: 3 });
  const own = ["a", "b", "c"].map((session) => openPage(started, session));
  expect(openPage(started, "d")).toBeUndefined();
  const other = openPage(started, "e", { client: "192.0.2.2" });
  const third = openPage(started, "f", { client: "192.0.2.3" });
  expect(await Promise.all([...own, other, third].map(hasEnded))).toEqual([true, false, false, false, false]);
  expect(started.streamCount()).toBe(4);
});

test("a session's oldest stream is closed beyond a number, and there is a maximum for all sessions", async () => {
  const started = startHub({ maxStreams: 4, maxStreamsPerSession: 3 });
  const own = [1, 2, 3, 4].map(() => openPage(started));
  expect(await Promise.all(own.map(hasEnded))).toEqual([true, false, false, false]);
  expect(openPage(started, "bob")).toBeDefined();
  expect(openPage(started, "eve")).toBeUndefined();
  await own[1]?.cancel();
  expect(openPage(started, "eve")).toBeDefined();
  expect(started.streamCount()).toBe(4);
});

test("a stream that is not read is closed", async () => {
  const started = startHub({ maxUnreadEvents: 4 });
  started.openStream({
    sessionId: "ada",
    userId: "ada",
    client: "192.0.2.1",
    topics: ["notes"],
    sinceMs: 0,
  });
  for (let change = 0; change < 4; change += 1) {
    expect(started.streamCount()).toBe(1);
    started.onNotification("notes");
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(started.streamCount()).toBe(0);
});

test("closing ends every stream without an end event, so that pages reconnect", async () => {
  const started = startHub();
  const page = openPage(started);
  started.close();
  expect(await hasEnded(page)).toBe(true);
  expect(page?.text).not.toContain("event: end");
});
