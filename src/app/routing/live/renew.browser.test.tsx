import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freezeQuery, invalidateOn } from "#rpc/invalidation.ts";
import { createRenewal } from "./renew.ts";

invalidateOn(["books"], ["books"]);
invalidateOn(["genres"], ["genres"]);

let client: QueryClient;
let leaving: AbortController;
/** The keys that were asked for, in their order. */
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  leaving = new AbortController();
  asked = [];
});
afterEach(() => {
  leaving.abort();
  client.clear();
  vi.useRealTimers();
});

function ask({ queryKey }: { queryKey: readonly unknown[] }) {
  asked.push(queryKey.join(" "));
  return Promise.resolve(asked.length);
}

/** Shows what is asked for, loaded already; returns how to show it no more. */
async function show(...queryKey: string[]) {
  const stop = new QueryObserver(client, { queryKey, queryFn: ask, staleTime: Infinity }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(10);
  return stop;
}

async function listen() {
  const renew = createRenewal(client, leaving.signal);
  await vi.advanceTimersByTimeAsync(5_000);
  asked = [];
  return (topic: string) => renew(topic, performance.now());
}

test("what is shown is asked for again within half a second, and what is not is forgotten", async () => {
  await show("books", "shown");
  (await show("books", "seen before"))();
  await show("genres");
  const change = await listen();
  for (let times = 0; times < 10; times += 1) change("books");
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual(["books shown"]);
  expect(client.getQueryState(["books", "seen before"])).toBeUndefined();
  expect(client.getQueryState(["genres"])).toBeDefined();
  change("*");
  await vi.advanceTimersByTimeAsync(2_500);
  expect(asked).toEqual(["books shown", "books shown", "genres"]);
});

test("while somebody else writes on and on, it is asked for every two seconds", async () => {
  await show("books");
  const change = await listen();
  for (let seconds = 0; seconds < 20; seconds += 0.5) {
    change("books");
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(asked.length).toBeGreaterThanOrEqual(9);
  expect(asked.length).toBeLessThanOrEqual(11);
});

test("what was asked for after the change, as after one's own, is not asked for again", async () => {
  await show("books");
  const change = await listen();
  change("books");
  await vi.advanceTimersByTimeAsync(1);
  await client.refetchQueries({ queryKey: ["books"] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(["books"]);
});

test("what is known to be gone is left alone", async () => {
  await show("books", "gone");
  const query = client.getQueryCache().find({ queryKey: ["books", "gone"] });
  if (query) freezeQuery(query);
  const change = await listen();
  change("books");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([]);
  expect(query?.state.isInvalidated).toBe(false);
});

test("rows don't move while a hand is at work, for three seconds at most", async () => {
  await show("books");
  const change = await listen();
  const move = () => document.dispatchEvent(new Event("pointermove"));
  move();
  change("books");
  for (let moved = 0; moved < 5; moved += 1) {
    await vi.advanceTimersByTimeAsync(500);
    move();
  }
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(700);
  expect(asked).toEqual(["books"]);
});

test("a long list is not asked for by itself, and a page of it that is on its way arrives", async () => {
  const pages = (count: number) => ({
    queryKey: ["books", `of ${count} pages`],
    queryFn: ask,
    staleTime: Infinity,
    initialPageParam: 0,
    getNextPageParam: (_: unknown, all: unknown[]) => all.length,
  });
  const long = new InfiniteQueryObserver(client, pages(6));
  const short = new InfiniteQueryObserver(client, pages(2));
  long.subscribe(() => {});
  short.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(10);
  for (let more = 1; more < 6; more += 1) await long.fetchNextPage();
  const change = await listen();
  change("books");
  const arriving = short.fetchNextPage();
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await arriving).data?.pages).toHaveLength(2);
  expect(new Set(asked)).toEqual(new Set(["books of 2 pages"]));
  expect(asked.length).toBeGreaterThan(1);
  expect(client.getQueryState(["books", "of 6 pages"])?.isInvalidated).toBe(true);
});
