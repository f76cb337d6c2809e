import { afterAll, beforeAll, expect, test } from "vitest";
import { createFuzzer, type Fuzzer } from "./fuzz.ts";
import { collectTargets } from "../../testing/targets.ts";
import { startServer, type TestServer } from "../../testing/e2e/support/server.ts";

/** `npm run fuzz` sends more, with other seeds. */
const runs = 12;

let server: TestServer;
let fuzzer: Fuzzer;

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: "warn", API_REQUESTS_PER_MINUTE: "0" });
  fuzzer = await createFuzzer(server);
});
afterAll(async () => {
  fuzzer.close();
  await server.stop();
});

test.each(collectTargets())("$name takes any request without failing", async (target) => {
  await fuzzer.fuzz(target, { runs, seed: 1 });
});

test("no request left an error or a stack in the log", () => {
  expect(fuzzer.loggedErrors()).toEqual([]);
});
