import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createSteps, duration } from "./steps.mjs";

function recorder() {
  const stream = new PassThrough();
  return { stream, printed: () => String(stream.read() ?? "") };
}

test("off a terminal, each step is one plain line with its duration", async () => {
  const { stream, printed } = recorder();
  const steps = createSteps({ stream });
  steps.begin("First");
  steps.begin("Second");
  steps.end();
  await steps.run("Third", async () => "result").then((result) => expect(result).toBe("result"));
  expect(printed()).toMatch(/^✓ First {2}\d+ ms\n✓ Second {2}\d+ ms\n✓ Third {2}\d+ ms\n$/);
});

test("a failed step is marked, and its error is rethrown", async () => {
  const { stream, printed } = recorder();
  const steps = createSteps({ stream });
  const work = steps.run("Fetching", () => Promise.reject(new Error("no network")));
  await expect(work).rejects.toThrow("no network");
  expect(printed()).toMatch(/^✗ Fetching {2}\d+ ms\n$/);
});

test("on a terminal, the running step's line is replaced by its result, and a printed line goes above it", () => {
  const { stream, printed } = recorder();
  const steps = createSteps({ stream, live: true });
  steps.begin("Building");
  steps.print("a line");
  steps.end();
  const lines = printed().replaceAll("\r\x1b[2K", "<clear>").split("\n");
  expect(lines[0]).toBe("<clear>⠋ Building<clear>a line");
  expect(lines[1]).toMatch(/^<clear>⠋ Building<clear>✓ Building {2}\d+ ms$/);
});

test.for([
  [40, "40 ms"],
  [999.6, "1000 ms"],
  [3_240, "3.2 s"],
  [65_000, "1 min 05 s"],
] as const)("%d milliseconds are printed as %s", ([milliseconds, text]) => {
  expect(duration(milliseconds)).toBe(text);
});
