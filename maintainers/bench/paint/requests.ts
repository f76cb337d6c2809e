import type { Page, Request } from "playwright-core";
import { waitForHydration } from "../../../testing/e2e/support/interactions.ts";
import { newContext, type Subject } from "./subject.ts";

export type Requests = {
  path: string;
  all: number;
  scripts: number;
  styles: number;
  fonts: number;
  /** Of the bodies, as sent. */
  bytes: number;
};

/** Counts what pages request with an empty cache until they are hydrated and the network is idle. */
export async function countRequests(subject: Subject, paths: string[]): Promise<Requests[]> {
  const counted: Requests[] = [];
  for (const path of paths) {
    const context = await newContext(subject, path);
    const page = await context.newPage();
    const requests: Request[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) requests.push(request);
    });
    await page.goto(path);
    await waitForHydration(page);
    while (await requestsMore(page));
    const count = (type: string) => requests.filter((request) => request.resourceType() === type).length;
    counted.push({
      path,
      all: requests.length,
      scripts: count("script"),
      styles: count("stylesheet"),
      fonts: count("font"),
      bytes: await bytesOf(requests),
    });
    await context.close();
  }
  return counted;
}

/** Whether the page requests anything within a second. Its live updates keep a response open, so the network is never idle. */
function requestsMore(page: Page): Promise<boolean> {
  return page
    .waitForRequest(() => true, { timeout: 1_000 })
    .then(
      () => true,
      () => false,
    );
}

async function bytesOf(requests: Request[]): Promise<number> {
  let bytes = 0;
  for (const request of requests) {
    // A response that never ends has no size yet.
    if (request.timing().responseEnd >= 0) bytes += (await request.sizes()).responseBodySize;
  }
  return bytes;
}
