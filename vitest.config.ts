import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { launchOptions } from "./testing/browser.ts";
import { testBuild } from "./testing/components/build.ts";

const folders = "{src,scripts,tools,testing}";
const databaseTests = `${folders}/**/*.db.test.ts`;
const browserTests = `${folders}/**/*.browser.test.tsx`;
const endToEndTests = ["testing/e2e/**/*.test.ts", "{scripts,tools}/**/*.e2e.test.ts"];

const define = testBuild;

/** As long as a busy machine may take, in milliseconds: what is waited for comes, or fails the test all the same. */
const patient = { poll: { timeout: 30_000 } };

/**
 * What a browser shows depends on more than the product: a test of it may try twice. `npm test` names each that had to,
 * as there is something to mend.
 */
const retry = 1;

/** Which kinds of tests there are, and what each finds ready: told by a file's name. */
export default defineConfig(async () => ({
  define,
  test: {
    projects: [
      {
        define,
        test: {
          name: "unit",
          include: [`${folders}/**/*.test.{ts,tsx}`],
          exclude: [databaseTests, browserTests, ...endToEndTests],
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        define,
        test: {
          name: "database",
          include: [databaseTests],
          globalSetup: "testing/database.ts",
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        define,
        plugins: [react(), tailwindcss()],
        // What is loaded when it is wanted would otherwise be found in the middle of a test, and reload its page.
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
          expect: patient,
          retry,
          env: { FLYLEAF_LONG: process.env.FLYLEAF_LONG ?? "" },
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
          globalSetup: "testing/e2e/support/shared-server.ts",
          // A worker keeps its browser from one file to the next.
          isolate: false,
          expect: patient,
          retry,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    // As many as a small machine has cores: more would only time each other out.
    maxWorkers: 2,
  },
}));
