import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHub, type Hub, type HubLimits, type Rights, type StreamRequest } from "./hub.ts";

const hour = 3_600_000;

let hub: Hub | undefined;
/** The sessions that go on, as the database would say. */
let sessions: Map<string, Rights>;
const check = vi.fn((ids: string[]) =>
  Promise.resolve(new Map([...sessions].filter(([id]) => ids.includes(id)))),
);
const warn = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  sessions = new Map();
  check.mockClear();
  warn.mockClear();
});
afterEach(() => {
  hub?.close();
  vi.useRealTimers();
});

/** A hub that has been hearing of changes for an hour. */
function hubOf(limits?: Partial<HubLimits>): Hub {
  const created = createHub({ check, log: { warn }, ...(limits && { limits }) });
  hub = created;
  created.startHearing();
  vi.advanceTimersByTime(hour);
  return created;
}

/** Opens a page of a session, which goes on for an hour unless told; gives what has arrived there so far. */
function openPage(on: Hub, sessionId = "ada", { ...request }: Partial<StreamRequest> = {}) {
  const rights = { topics: ["books", "genres"], expiresAt: new Date(Date.now() + hour) };
  const asked = { sessionId, userId: `person-${sessionId}`, deafFor: 0, ...rights, ...request };
  if (!sessions.has(sessionId)) sessions.set(sessionId, asked);
  const body = on.open(asked);
  if (!body) return undefined;
  const page = { text: "", isOver: false, cancel: () => reader.cancel() };
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  void (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) page.text += read.value;
    page.isOver = true;
  })();
  return page;
}

/** The topics that a page was told of, in their order. */
async function told(page: ReturnType<typeof openPage>): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(0);
  return [...(page?.text ?? "").matchAll(/^data: (.+)$/gm)].map(([, topic = ""]) => topic);
}

async function isOver(page: ReturnType<typeof openPage>): Promise<boolean | undefined> {
  await vi.advanceTimersByTimeAsync(0);
  return page?.isOver;
}

test("a change is told of at once, and then at most twice a second", async () => {
  const open = hubOf();
  const page = openPage(open);
  open.hear("books");
  expect(await told(page)).toEqual(["books"]);
  for (let change = 0; change < 10_000; change += 1) open.hear("books");
  await vi.advanceTimersByTimeAsync(400);
  expect(await told(page)).toEqual(["books"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await told(page)).toEqual(["books", "books"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await told(page)).toEqual(["books", "books"]);
  open.hear("genres");
  expect(await told(page)).toEqual(["books", "books", "genres"]);
});

test("a page hears only of what its person may read", async () => {
  const open = hubOf();
  const page = openPage(open, "ada", { topics: ["genres"] });
  open.hear("books");
  open.hear("genres");
  open.hear("no such topic");
  expect(await told(page)).toEqual(["genres"]);
});

test("a page that comes late is told of what changed since it was made, and of nothing else", async () => {
  const open = hubOf();
  open.hear("books");
  await vi.advanceTimersByTimeAsync(10_000);
  open.hear("genres");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await told(openPage(open, "a", { deafFor: 1_000 }))).toEqual([]);
  expect(await told(openPage(open, "b", { deafFor: 5_000 }))).toEqual(["genres"]);
  expect(await told(openPage(open, "c", { deafFor: 15_000 }))).toEqual(["books", "genres"]);
  expect(await told(openPage(open, "d", { deafFor: 2 * hour }))).toEqual(["*"]);
});

test("when the database was not heard for a while, anything may have changed", async () => {
  const open = hubOf();
  const page = openPage(open);
  open.startHearing();
  expect(await told(page)).toEqual(["*"]);
  expect(check).toHaveBeenLastCalledWith(["ada"]);
});

test("the end of a session ends its pages at once, and nobody else's", async () => {
  const open = hubOf();
  const [first, second, other] = [openPage(open), openPage(open), openPage(open, "bob")];
  open.hear("session ada");
  expect([await isOver(first), await isOver(second), await isOver(other)]).toEqual([true, true, false]);
  expect(first?.text).toMatch(/event: end\ndata:\n\n$/);
  expect(open.count()).toBe(1);
});

test("who is banned hears no more, and who may read less hears less", async () => {
  const open = hubOf();
  const [banned, demoted] = [openPage(open, "ada"), openPage(open, "bob")];
  sessions.delete("ada");
  sessions.set("bob", { topics: ["genres"], expiresAt: new Date(Date.now() + hour) });
  open.hear("user person-ada");
  open.hear("user person-bob");
  expect(await isOver(banned)).toBe(true);
  open.hear("books");
  open.hear("genres");
  expect(await told(demoted)).toEqual(["genres"]);
});

test("of very many ended sessions those with pages are looked up together", async () => {
  const open = hubOf();
  const pages = ["ada", "bob", "eve"].map((id) => openPage(open, id));
  sessions.delete("bob");
  open.hear("sessions");
  expect(await Promise.all(pages.map(isOver))).toEqual([false, true, false]);
  expect(check).toHaveBeenCalledExactlyOnceWith(["ada", "bob", "eve"]);
});

test("every minute sessions are looked up, whatever the database told", async () => {
  const open = hubOf();
  const page = openPage(open);
  await vi.advanceTimersByTimeAsync(50_000);
  sessions.delete("ada");
  expect(await isOver(page)).toBe(false);
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await isOver(page)).toBe(true);
});

test("a session that expires is over to the second, and one that was renewed goes on", async () => {
  const open = hubOf();
  const expiresAt = new Date(Date.now() + 20_000);
  const [over, renewed] = [openPage(open, "ada", { expiresAt }), openPage(open, "bob", { expiresAt })];
  await vi.advanceTimersByTimeAsync(19_000);
  sessions.delete("ada");
  sessions.set("bob", { topics: ["books"], expiresAt: new Date(Date.now() + hour) });
  expect(await isOver(over)).toBe(false);
  await vi.advanceTimersByTimeAsync(1_001);
  expect([await isOver(over), await isOver(renewed)]).toEqual([true, false]);
});

test("where sessions can't be looked up, pages stay, and are looked up again", async () => {
  const open = hubOf();
  const page = openPage(open);
  check.mockRejectedValueOnce(new Error("The database is away"));
  await vi.advanceTimersByTimeAsync(60_001);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await isOver(page)).toBe(false);
  sessions.delete("ada");
  await vi.advanceTimersByTimeAsync(60_001);
  expect(await isOver(page)).toBe(true);
});

test("a silent stream gives a sign of life every 20 s", async () => {
  const page = openPage(hubOf());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page?.text.split("\n\n").filter((part) => part === ":")).toHaveLength(3);
});

test("of a session's streams the oldest gives way, and beyond a number nobody is let in", async () => {
  const open = hubOf({ streams: 4, streamsOfSession: 3 });
  const own = [1, 2, 3, 4].map(() => openPage(open));
  expect(await Promise.all(own.map(isOver))).toEqual([true, false, false, false]);
  expect(openPage(open, "bob")).toBeDefined();
  expect(openPage(open, "eve")).toBeUndefined();
  await own[1]?.cancel();
  expect(openPage(open, "eve")).toBeDefined();
  expect(open.count()).toBe(4);
});

test("a stream that nobody reads is given up", async () => {
  const open = hubOf({ untaken: 4 });
  open.open({
    sessionId: "ada",
    userId: "ada",
    topics: ["books"],
    expiresAt: new Date(Date.now() + hour),
    deafFor: 0,
  });
  for (let change = 0; change < 4; change += 1) {
    expect(open.count()).toBe(1);
    open.hear("books");
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(open.count()).toBe(0);
});

test("closing ends every stream without a word: whoever listens comes back", async () => {
  const open = hubOf();
  const page = openPage(open);
  open.close();
  expect(await isOver(page)).toBe(true);
  expect(page?.text).not.toContain("event: end");
});
