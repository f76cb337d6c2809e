import { type BrowserContext, chromium, type Response } from "playwright-core";
import { onTestFinished } from "vitest";
import type { AuthClient } from "../auth-client.ts";
import { launchOptions } from "../browser.ts";
import { watchForProblems } from "../e2e/support/browser-context.ts";
import { freePort } from "../ports.ts";
import { startNginxCache, startPostgres } from "./debian.ts";
import { startInstances } from "./instances.ts";

/** Starts the product with a CDN in front of its files, until the test ends. @returns their URLs and an administrator */
export async function startWithCdn() {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const cdn = await startNginxCache(url);
  onTestFinished(cdn.stop);
  const env = { ASSETS_URL: cdn.url };
  const instances = await startInstances({ count: 1, databaseUrl: postgres.url, port, env });
  return { url, cdnUrl: cdn.url, client: await instances.signIn(url) };
}

/** Opens a page as the user of a client, and records the responses to its requests for files. */
export async function openPage(url: string, client: AuthClient) {
  const browser = await chromium.launch(await launchOptions());
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ baseURL: url, locale: "en" });
  await addCookies(context, url, client);
  const page = await context.newPage();
  const problems = watchForProblems(page);
  const files: Response[] = [];
  // Of the page and of its service worker.
  context.on("response", (response) => {
    if (/^\/(assets|files)\//.test(new URL(response.url()).pathname)) files.push(response);
  });
  return { context, page, problems, files };
}

async function addCookies(context: BrowserContext, url: string, client: AuthClient): Promise<void> {
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url }));
  await context.addCookies(cookies);
}
