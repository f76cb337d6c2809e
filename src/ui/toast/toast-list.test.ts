import { array, assert, boolean, constantFrom, integer, oneof, property, record } from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastList } from "./toast-list.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function createRunningList(...initial: ConstructorParameters<typeof ToastList>) {
  const list = new ToastList(...initial);
  list.resume();
  return list;
}

const texts = (list: ToastList) => list.shown().map(({ text }) => text);

test("a toast stays 4 seconds, an error until it is dismissed", () => {
  const list = createRunningList();
  list.add({ text: "Saved" });
  list.add({ text: "Failed", isError: true });
  vi.advanceTimersByTime(3_999);
  expect(texts(list)).toEqual(["Failed", "Saved"]);
  vi.advanceTimersByTime(1);
  expect(texts(list)).toEqual(["Failed"]);
  vi.advanceTimersByTime(3_600_000);
  expect(texts(list)).toEqual(["Failed"]);
  list.dismiss(list.shown()[0]?.id ?? -1);
  expect(texts(list)).toEqual([]);
});

test("while it is paused no time passes", () => {
  const list = createRunningList();
  list.add({ text: "Saved" });
  vi.advanceTimersByTime(3_000);
  list.pause();
  vi.advanceTimersByTime(60_000);
  list.add({ text: "Sent" });
  list.resume();
  vi.advanceTimersByTime(999);
  expect(texts(list)).toEqual(["Sent", "Saved"]);
  vi.advanceTimersByTime(1);
  expect(texts(list)).toEqual(["Sent"]);
  vi.advanceTimersByTime(3_000);
  expect(texts(list)).toEqual([]);
});

test("initial toasts are shown at once, and their time starts on resume", () => {
  const list = new ToastList([{ text: "Welcome" }]);
  vi.advanceTimersByTime(60_000);
  expect(texts(list)).toEqual(["Welcome"]);
  list.resume();
  vi.advanceTimersByTime(4_000);
  expect(texts(list)).toEqual([]);
});

test("a repeated toast is shown once, as a new one", () => {
  const list = createRunningList();
  list.add({ text: "Saved" });
  vi.advanceTimersByTime(3_000);
  const [first] = list.shown();
  list.add({ text: "Saved" });
  expect(texts(list)).toEqual(["Saved"]);
  expect(list.shown()[0]?.id).not.toBe(first?.id);
  vi.advanceTimersByTime(3_999);
  expect(texts(list)).toEqual(["Saved"]);
});

test("toasts with an action stay as long as they say, and don't replace each other", () => {
  const list = createRunningList();
  const deleted = { text: "Deleted", action: () => null, durationMs: 8_000 };
  list.add(deleted);
  list.add(deleted);
  list.add({ text: "Deleted" });
  list.add({ text: "Deleted" });
  expect(texts(list)).toEqual(["Deleted", "Deleted", "Deleted"]);
  vi.advanceTimersByTime(4_000);
  expect(list.shown().map(({ action }) => action)).toEqual([deleted.action, deleted.action]);
  vi.advanceTimersByTime(4_000);
  expect(texts(list)).toEqual([]);
});

test("an older error returns when there is space", () => {
  const list = createRunningList();
  for (const text of ["1", "2", "3", "4"]) list.add({ text, isError: true });
  expect(texts(list)).toEqual(["4", "3", "2"]);
  list.dismiss(list.shown()[1]?.id ?? -1);
  expect(texts(list)).toEqual(["4", "2", "1"]);
});

const step = oneof(
  record({ text: constantFrom("a", "b", "c", "d", "e"), isError: boolean() }),
  record({ wait: integer({ min: 0, max: 5_000 }) }),
  constantFrom("pause" as const, "resume" as const),
);

test("at most three are shown, none twice, and all but errors disappear", () => {
  assert(
    property(array(step), (steps) => {
      const list = new ToastList();
      for (const what of steps) {
        if (what === "pause") list.pause();
        else if (what === "resume") list.resume();
        else if ("wait" in what) vi.advanceTimersByTime(what.wait);
        else list.add(what);
        const said = list.shown().map(({ text, isError }) => `${text} ${isError}`);
        expect(said.length).toBeLessThanOrEqual(3);
        expect(new Set(said).size).toBe(said.length);
      }
      list.resume();
      vi.advanceTimersByTime(4_000);
      expect(list.shown().every(({ isError }) => isError)).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    }),
  );
});
