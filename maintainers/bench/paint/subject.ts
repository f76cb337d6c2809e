import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

/** The product in a browser, with an administrator's session. */
export type Subject = { browser: Browser; url: string; cookie: string };

export type Line = {
  name: string;
  /** How many times slower the CPU is. */
  cpuSlowdown: number;
  /** As CDP's Network.emulateNetworkConditions takes it. Undefined: as fast as the machine. */
  network?: { latencyMs: number; bytesPerSecond: number };
};

/** Lighthouse's "slow 4G": 150 ms, 1.6 Mbit/s. */
export const slowPhone = {
  name: "slow 4G, CPU 4 times slower",
  cpuSlowdown: 4,
  network: { latencyMs: 150, bytesPerSecond: 1_600_000 / 8 },
} satisfies Line;

export const lines: Line[] = [{ name: "fast line", cpuSlowdown: 1 }, slowPhone];

/** Opens an empty cache with the session's cookies, except for pages that only visitors see. */
export async function newContext({ browser, url, cookie }: Subject, path: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } });
  // A service worker caches files after the page is usable, and its requests are not the page's.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  if (!path.startsWith("/login")) {
    const pairs = cookie.split("; ").map((pair) => pair.split("="));
    await context.addCookies(pairs.map(([name = "", ...value]) => ({ name, value: value.join("="), url })));
  }
  return context;
}

export async function slowDown(page: Page, { cpuSlowdown, network }: Line): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  if (cpuSlowdown > 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  if (network) {
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: network.bytesPerSecond,
      uploadThroughput: network.bytesPerSecond,
    });
  }
  return devtools;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
