import { readdirSync, readFileSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { embeddedConnection } from "#server/database/embedded/embedded.ts";
import { launchOptions } from "../browser.ts";
import { newContext } from "./support/browser-context.ts";
import { query } from "./support/people.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { signInByForm } from "./support/sign-in.ts";

/** Statements of the database that fail, because it lacks a table. */

let server: TestServer;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), chromium.launch(await launchOptions())]);
  context = await newContext(browser, server.url);
  const { email } = await server.addPerson({ role: "admin" });
  await signInByForm(context, email, server.mail, server.url);
  await query(embeddedConnection(server.dataDir), `ALTER TABLE session RENAME TO other`, []);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const pageFunctionId = () =>
  readdirSync("dist/client/assets")
    .filter((name) => name.endsWith(".js"))
    .flatMap((name) => /[\da-f]{64}/.exec(readFileSync(`dist/client/assets/${name}`, "utf8")) ?? [])[0];

test.for([
  ["a page", "/app"],
  ["its server function", "/_serverFn/ID?createServerFn"],
  ["an operation", "/api/rest/books"],
  ["a download", "/api/books.csv"],
  ["live updates", "/api/live"],
  ["authentication", "/api/auth/get-session"],
] as const)("the response of %s has no more of the failure than its reference", async ([, path]) => {
  const response = await context.request.get(path.replace("ID", pageFunctionId() ?? ""), {
    headers: { "x-tsr-serverFn": "true" },
  });
  expect(response.status()).toBe(500);
  const [token = "missing"] =
    (await context.cookies()).find(({ name }) => name.includes("session"))?.value.split(".") ?? [];
  const text = await response.text();
  expect(text).not.toContain(token);
  expect(text).not.toMatch(/failed query|relation|make_interval|node_modules|\bat .*:\d+:\d+/i);
  const reference = response.headers()["x-request-id"] ?? "missing";
  if (!path.startsWith("/api/auth")) expect(text).toContain(reference);
  const entries = () =>
    server
      .log()
      .split("\n")
      .filter((line) => line.includes(reference));
  await expect.poll(() => entries().join("\n")).toContain("does not exist");
});
