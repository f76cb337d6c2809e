import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { launchOptions } from "./testing/browser.ts";
import { testBuild } from "./testing/components/build.ts";
import { redisUrl } from "./testing/redis.ts";
import { slowFirst } from "./testing/slow-first.ts";
import { serveOnly } from "./tools/served-files.ts";

const folders = "{src,scripts,tools,testing}";
const databaseTests = `${folders}/**/*.db.test.ts`;
const browserTests = `${folders}/**/*.browser.test.tsx`;
const deployTests = "testing/deploy/**/*.deploy.test.ts";
const endToEndTests = ["testing/e2e/**/*.test.ts", "{scripts,tools}/**/*.e2e.test.ts"];

// optional: redis
/** Left out without `--with redis`. */
const redisTests = redisUrl
  ? []
  : ["src/{server/redis/*,app/run/redis}.db.test.ts", "testing/e2e/redis.test.ts"];
// end: redis

const define = testBuild;

/** Polling assertions have time on a busy machine. */
const expectOptions = { poll: { timeout: 30_000 } };

/** For each worker that runs tests in Node. */
const execArgv = ["--import", import.meta.resolve("./scripts/bootstrap/drizzle-imports.mjs")];

/** Tests in a browser are retried once; `npm test` lists them (docs/decisions/0018-test-retries.md). */
const retry = 1;

/** The kinds of tests, by file name. */
export default defineConfig(async () => ({
  define,
  test: {
    projects: [
      {
        define,
        test: {
          name: "unit",
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: [databaseTests, browserTests, deployTests, ...endToEndTests],
          expect: expectOptions,
          execArgv,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        define,
        test: {
          name: "database",
          include: [databaseTests],
          exclude: redisTests, // optional: redis
          globalSetup: "testing/database.ts",
          expect: expectOptions,
          execArgv,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        define,
        plugins: [react(), tailwindcss(), serveOnly(["src", "testing", "node_modules"])],
        // Vite would otherwise find these lazy imports during a test and reload its page.
        optimizeDeps: {
          include: [
            "@base-ui/react/autocomplete",
            "@base-ui/react/combobox",
            "@base-ui/react/direction-provider",
          ],
        },
        test: {
          name: "browser",
          include: [browserTests],
          expect: expectOptions,
          retry,
          env: { TEST_LONG: process.env.TEST_LONG ?? "" },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await launchOptions() }),
            instances: [{ browser: "chromium" as const }],
          },
        },
      },
      {
        test: {
          name: "e2e",
          include: endToEndTests,
          exclude: redisTests, // optional: redis
          globalSetup: "testing/e2e/support/shared-server.ts",
          // A worker uses one browser for all its files.
          isolate: false,
          expect: expectOptions,
          execArgv,
          retry,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "deploy",
          include: [deployTests],
          expect: expectOptions,
          execArgv,
          retry,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    tags: [{ name: "smoke", description: "A short form of everything, in every `npm test`." }],
    // Tests read these without importing them.
    forceRerunTriggers: [
      "**/{package.json,vite.config.ts,vitest.config.ts}",
      "**/{migrations,testing}/*.{sql,ts}",
    ],
    sequence: { sequencer: slowFirst(/rolling-restart/) },
    // More would time out on a machine with two cores.
    maxWorkers: 2,
  },
}));
