import puppeteer, { type BrowserContext, type KeyInput, type LaunchOptions, type Page } from "puppeteer-core";
import type { BrowserWindow, EngineBrowser } from "./browser-window.ts";
import { translate } from "./translate.ts";

/** Starts Firefox, driven over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<EngineBrowser> {
  return await startBrowser({ browser: "firefox", executablePath });
}

/** Starts Chromium, which translates all pages. */
export async function startTranslatingChromium(executablePath: string): Promise<EngineBrowser> {
  const args = ["--no-sandbox", "--disable-quic", "--disable-background-networking"];
  return await startBrowser({ browser: "chrome", executablePath, args }, (page) =>
    page.evaluateOnNewDocument(translate),
  );
}

async function startBrowser(
  options: LaunchOptions,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<EngineBrowser> {
  const browser = await puppeteer.launch({ ...options, headless: true });
  return {
    async newSession({ width, height }) {
      const context = await browser.createBrowserContext();
      const openPage = async () => {
        const page = await context.newPage();
        await prepare?.(page);
        await page.setViewport({ width, height });
        return browserWindow(context, page, openPage);
      };
      return { window: await openPage(), close: () => context.close() };
    },
    close: () => browser.close(),
  };
}

function browserWindow(
  context: BrowserContext,
  page: Page,
  openWindow: () => Promise<BrowserWindow>,
): BrowserWindow {
  const problems = watchForProblems(page);
  return {
    async goto(url) {
      await page.goto(url);
    },
    async evaluate(run, ...args) {
      return (await page.evaluate(run as (...args: unknown[]) => unknown, ...args)) as never;
    },
    async runScript(source) {
      await page.evaluate(source);
    },
    async back() {
      await page.goBack({ waitUntil: [] });
    },
    async moveMouse({ x, y }) {
      await page.mouse.move(x, y);
    },
    async drag([start, ...rest]) {
      if (start) await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      for (const { x, y } of rest) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.down(key as KeyInput);
      for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput);
    },
    type: (text) => page.keyboard.type(text),
    async setCookie({ name, value, url }) {
      await context.setCookie({ name, value, domain: new URL(url).hostname, path: "/", httpOnly: true });
    },
    async setFile(selector, path) {
      const input = await page.$(selector as "input");
      await input?.uploadFile(path);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    openWindow,
    bringToFront: () => page.bringToFront(),
    problems: async () => problems,
  };
}

/** Buttons have both, for browsers that know only one. */
const ignoredMessages = new Set(["popovertarget is ignored on elements with commandfor."]);

function watchForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (ignoredMessages.has(message.text())) return;
    if (["error", "warn"].includes(message.type())) {
      problems.push(`${message.type()} at ${page.url()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => problems.push(`error at ${page.url()}: ${String(error)}`));
  page.on("response", (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} from ${response.url()}`);
  });
  return problems;
}
