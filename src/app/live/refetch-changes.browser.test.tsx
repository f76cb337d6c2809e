import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freezeQuery, invalidateOn } from "#rpc/invalidation.ts";
import { createRefetcher } from "./refetch-changes.ts";

invalidateOn(["users"], ["users"]);
invalidateOn(["userSessions"], ["userSessions"]);

let client: QueryClient;
let controller: AbortController;
/** The keys that were fetched, in order. */
let fetched: string[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  controller = new AbortController();
  fetched = [];
});
afterEach(() => {
  controller.abort();
  client.clear();
  vi.useRealTimers();
});

function fetchQuery({ queryKey }: { queryKey: readonly unknown[] }) {
  fetched.push(queryKey.join(" "));
  return Promise.resolve(fetched.length);
}

/** Mounts a loaded query. @returns a function that unmounts it */
async function mount(...queryKey: string[]) {
  const unmount = new QueryObserver(client, { queryKey, queryFn: fetchQuery, staleTime: Infinity }).subscribe(
    () => {},
  );
  await vi.advanceTimersByTimeAsync(10);
  return unmount;
}

async function listen() {
  const refetch = createRefetcher(client, controller.signal);
  await vi.advanceTimersByTimeAsync(5_000);
  fetched = [];
  return (topic: string) => refetch(topic, performance.now());
}

test("mounted queries are refetched within half a second, and others are removed from the cache", async () => {
  await mount("users", "mounted");
  (await mount("users", "unmounted"))();
  await mount("userSessions");
  const change = await listen();
  for (let times = 0; times < 10; times += 1) change("users");
  await vi.advanceTimersByTimeAsync(500);
  expect(fetched).toEqual(["users mounted"]);
  expect(client.getQueryState(["users", "unmounted"])).toBeUndefined();
  expect(client.getQueryState(["userSessions"])).toBeDefined();
  change("*");
  await vi.advanceTimersByTimeAsync(2_500);
  expect(fetched).toEqual(["users mounted", "users mounted", "userSessions"]);
});

test("while others keep writing, it refetches every two seconds", async () => {
  await mount("users");
  const change = await listen();
  for (let seconds = 0; seconds < 20; seconds += 0.5) {
    change("users");
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(fetched.length).toBeGreaterThanOrEqual(9);
  expect(fetched.length).toBeLessThanOrEqual(11);
});

test("a query that was fetched after the change is not fetched again", async () => {
  await mount("users");
  const change = await listen();
  change("users");
  await vi.advanceTimersByTimeAsync(1);
  await client.refetchQueries({ queryKey: ["users"] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toEqual(["users"]);
});

test("frozen queries are left alone", async () => {
  await mount("users", "deleted");
  const query = client.getQueryCache().find({ queryKey: ["users", "deleted"] });
  if (query) freezeQuery(query);
  const change = await listen();
  change("users");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toEqual([]);
  expect(query?.state.isInvalidated).toBe(false);
});

test("refetching is deferred while the user is active, for three seconds at most", async () => {
  await mount("users");
  const change = await listen();
  const move = () => document.dispatchEvent(new Event("pointermove"));
  move();
  change("users");
  for (let moved = 0; moved < 5; moved += 1) {
    await vi.advanceTimersByTimeAsync(500);
    move();
  }
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(700);
  expect(fetched).toEqual(["users"]);
});

test("a long list is not refetched automatically, and a page that is being fetched arrives", async () => {
  const pages = (count: number) => ({
    queryKey: ["users", `of ${count} pages`],
    queryFn: fetchQuery,
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
  change("users");
  const arriving = short.fetchNextPage();
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await arriving).data?.pages).toHaveLength(2);
  expect(new Set(fetched)).toEqual(new Set(["users of 2 pages"]));
  expect(fetched.length).toBeGreaterThan(1);
  expect(client.getQueryState(["users", "of 6 pages"])?.isInvalidated).toBe(true);
});
