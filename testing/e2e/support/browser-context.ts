import { randomInt } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Language } from "#i18n/languages.ts";
import { type Theme, themeCookie, themeStorageKey } from "#ui/theme/theme.ts";

export type PageOptions = {
  /** The preferred language of the browser (Accept-Language). By default English. */
  language?: Language;
  /** A theme that was chosen before. */
  theme?: Theme;
  javaScript?: boolean;
  /** Whether the server sees a browser on its own machine, instead of a client address that a proxy forwards. */
  isLocal?: boolean;
  // optional: live
  /** Whether live updates are on. Off by default, because other tests change data at the same time. */
  live?: boolean;
  // end: live
  // optional: offline
  /** Whether the service worker is on. Off by default, because tests that replace responses don't see its requests. */
  serviceWorker?: boolean;
  // end: offline
  /** In CSS pixels; 1280 by default. */
  width?: number;
  height?: number;
};

/**
 * Opens a browser context with its own client address, so that rate limits are not shared between tests.
 */
export async function newContext(
  browser: Browser,
  baseURL: string,
  {
    language = "en",
    theme,
    javaScript = true,
    isLocal = false,
    live = false, // optional: live
    serviceWorker = false, // optional: offline
    width = 1280,
    height = 900,
  }: PageOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    // The certificates of tests are their own.
    ignoreHTTPSErrors: baseURL.startsWith("https:"),
    locale: language,
    javaScriptEnabled: javaScript,
    viewport: { width, height },
    extraHTTPHeaders: isLocal
      ? {}
      : { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
    ...(theme && { storageState: themeState(theme, baseURL) }),
  });
  context.setDefaultTimeout(30_000);
  // optional: offline
  if (!serviceWorker) {
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  }
  // end: offline
  // optional: live
  // Without Web Locks there are no live updates.
  if (!live) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "locks"));
  // end: live
  return context;
}

/** The cookie and local storage of a browser in which a theme was chosen. */
function themeState(theme: Theme, baseURL: string) {
  const { origin, hostname } = new URL(baseURL);
  const cookie = { name: themeCookie, value: theme, domain: hostname, path: "/" };
  return {
    cookies: [{ ...cookie, expires: -1, httpOnly: false, secure: false, sameSite: "Lax" as const }],
    origins: [{ origin, localStorage: [{ name: themeStorageKey, value: theme }] }],
  };
}

/** Records console errors and warnings, failed requests, and responses with status 500 or higher. */
export function watchForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      problems.push(`${message.type()} at ${page.url()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => problems.push(`error at ${page.url()}: ${error.stack ?? error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Navigation aborts pending requests; "csp" means a script without JavaScript, as violations are in the console.
    if (reason !== "net::ERR_ABORTED" && reason !== "csp")
      problems.push(`${request.method()} ${request.url()}: ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} from ${response.url()}`);
  });
  return problems;
}
