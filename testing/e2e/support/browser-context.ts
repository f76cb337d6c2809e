import { randomInt } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Language } from "#i18n/languages.ts";
import { type Theme, themeCookie, themeStorageKey } from "#ui/theme/theme.ts";

export type PageOptions = {
  /** What the browser prefers (Accept-Language). English by default. */
  language?: Language;
  /** What was chosen in this browser before. */
  theme?: Theme;
  javaScript?: boolean;
  /** Whether it is kept up to date with what others change, who are other tests, too. */
  live?: boolean;
  /** In CSS pixels; 1280 by default. */
  width?: number;
  height?: number;
};

/**
 * A browser profile of its own, and a client address of its own: what one test asks for too often is not refused to
 * the next.
 */
export async function newContext(
  browser: Browser,
  baseURL: string,
  { language = "en", theme, javaScript = true, live = false, width = 1280, height = 900 }: PageOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    locale: language,
    javaScriptEnabled: javaScript,
    viewport: { width, height },
    extraHTTPHeaders: { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` },
    ...(theme && { storageState: chosenTheme(theme, baseURL) }),
  });
  context.setDefaultTimeout(30_000);
  // A browser in which tabs can't agree who listens for them all.
  if (!live) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "locks"));
  return context;
}

/** What a browser keeps of a theme that was chosen in it. */
function chosenTheme(theme: Theme, baseURL: string) {
  const { origin, hostname } = new URL(baseURL);
  const cookie = { name: themeCookie, value: theme, domain: hostname, path: "/" };
  return {
    cookies: [{ ...cookie, expires: -1, httpOnly: false, secure: false, sameSite: "Lax" as const }],
    origins: [{ origin, localStorage: [{ name: themeStorageKey, value: theme }] }],
  };
}

/** Everything in a page that a person should never meet: errors in its console, failed requests, answers of 500 and more. */
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
    // Whoever goes on to another page ends what the one before was still loading; without JavaScript its files are
    // "csp", and what our own policy refuses is in the console.
    if (reason !== "net::ERR_ABORTED" && reason !== "csp")
      problems.push(`${request.method()} ${request.url()}: ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} from ${response.url()}`);
  });
  return problems;
}
