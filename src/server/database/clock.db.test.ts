import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { shiftClock } from "../../../testing/shifted-clock.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The module in a process that started with its clock some seconds ahead. */
async function startWith(skew: number) {
  shiftClock(skew);
  onTestFinished(() => shiftClock(0));
  vi.resetModules();
  return await import("./clock.ts");
}

const secondsFromDatabase = async (time: Date) => {
  const { rows } = await database.pool.query<{ seconds: number }>(
    "SELECT extract(epoch FROM $1 - clock_timestamp())::float8 AS seconds",
    [time],
  );
  return rows[0]?.seconds ?? Infinity;
};

test.each([-900, 900, -1_000 * 86_400])(
  "a process whose clock is %i s ahead knows the database's time",
  async (skew) => {
    const clock = await startWith(skew);
    await clock.measureClock(database.pool);
    expect(Math.abs(await secondsFromDatabase(clock.databaseTime()))).toBeLessThan(1);
    expect(Math.abs(clock.clockSkewSeconds() - skew)).toBeLessThan(1);
  },
);

test("a step of the process's clock changes nothing, and is reported until it is undone", async () => {
  const clock = await startWith(0);
  await clock.measureClock(database.pool);
  const log = { info: vi.fn(), error: vi.fn() };
  const watch = clock.watchClock({ log });
  onTestFinished(watch.stop);
  expect(watch.health()).toBe("ok");
  for (const [skew, words] of [
    [-900, "900 s behind"],
    [6, "6 s ahead of"],
  ] as const) {
    shiftClock(skew);
    await expect.poll(watch.health).toBe(`failing: ${words} the clock of the database`);
    expect(Math.abs(await secondsFromDatabase(clock.databaseTime()))).toBeLessThan(1);
  }
  shiftClock(4);
  await expect.poll(watch.health).toBe("ok");
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(log.info).toHaveBeenCalledTimes(1);
});

test("slow answers don't make the measured time worse, and a step of the database's clock is followed", async () => {
  const clock = await startWith(0);
  let [databaseAhead, delayMs] = [0, 0];
  let now = performance.now();
  const monotonic = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => monotonic.mockRestore());
  const start = performance.timeOrigin + now;
  const measure = () =>
    clock.measureClock({
      query() {
        // All of the delay is on the way back.
        const ms = performance.timeOrigin + now + databaseAhead;
        now += delayMs;
        return Promise.resolve({ rows: [{ ms }] });
      },
    });
  const error = () =>
    clock.databaseTime().getTime() - Math.floor(performance.timeOrigin + now + databaseAhead);
  await measure();
  expect(error()).toBe(0);
  delayMs = 4_000;
  await measure();
  expect(error()).toBe(0);
  [databaseAhead, delayMs] = [-3_600_000, 1];
  await measure();
  expect(Math.abs(error())).toBeLessThanOrEqual(1);
  expect(clock.databaseTime().getTime()).toBeLessThan(start);
});
