import { defineConfig } from "vitest/config";
import { testBuild } from "../testing/components/build.ts";
import { slowFirst } from "../testing/slow-first.ts";

/** Runs in the project's folder. */
export default defineConfig({
  define: testBuild,
  test: {
    include: ["maintainers/**/*.test.ts"],
    globalSetup: ["testing/e2e/support/shared-server.ts", "maintainers/engines/installed-engines.ts"],
    // A worker uses one browser of each engine for all its files.
    isolate: false,
    expect: { poll: { timeout: 30_000 } },
    execArgv: ["--import", import.meta.resolve("../scripts/bootstrap/drizzle-imports.mjs")],
    // `npm test` lists retried tests (docs/decisions/0018-test-retries.md).
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { sequencer: slowFirst(/own-project|nothing-optional/) },
    maxWorkers: 2,
  },
});
