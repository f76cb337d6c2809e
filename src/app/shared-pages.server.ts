import { randomUUID } from "node:crypto";
import { cookiePrefix } from "#features/auth/server/cookies.ts";
import { detectLanguage } from "#i18n/detect.ts";
import { languageCookie } from "#i18n/languages.ts";
import { cookieName } from "#lib/cookies.ts";
import type { PageRequest, SharedPage } from "#server/http/page-cache.ts";
import { sidebarCookie } from "#ui/layout/sidebar-state.ts";
import { themeCookie } from "#ui/theme/theme.ts";
import { timeZoneCookie } from "#ui/time-zone.ts";

/** The part of placeholders for a visitor's own values that no visitor can guess. */
const id = randomUUID();
const pathPlaceholder = `/${id}`;
const placeholders: Record<string, string> = { email: `${id}@example.com`, redirect: pathPlaceholder };

/** The values that the cached page can contain: their characters are written in the same way wherever they occur. */
const formats: Record<string, RegExp> = {
  email: /^[\w+.-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,3}\.[a-z]{2,63}$/i,
  redirect: /^\/[\w/.-]{0,500}$/,
  error: /^(?:signup_disabled|access_denied|unknown_error)$/,
};

/** The parameters of each page. */
const pages: Record<string, { required: readonly string[]; optional: readonly string[] }> = {
  "/login": { required: [], optional: ["redirect"] },
  "/login/verify": { required: ["email"], optional: ["redirect"] },
  "/login/error": { required: ["error"], optional: [] },
};

/**
 * The page that a signed-out visitor requests, as everyone else does who requests it in the same language, theme and time
 * zone (docs/decisions/0044-cached-pages.md). Undefined if it could be another page: with a session or a cookie that is
 * not known here, with other parameters, or with a key.
 * @param routes the first segments of all routes' paths, which "not found" is not for
 */
export function sharedPage(
  { url, headers }: PageRequest,
  routes: ReadonlySet<string>,
): SharedPage | undefined {
  if (headers.authorization !== undefined || !headers.accept?.includes("text/html")) return undefined;
  const address = Object.hasOwn(pages, url.pathname) ? withParameters(url) : notFoundPage(url, routes);
  const cookies = sharedCookies(url, headers.cookie ?? "");
  if (!address || cookies === undefined) return undefined;
  const get = (name: string) => headers[name]?.toString() ?? null;
  const language = detectLanguage({ url: url.href, headers: { get } });
  return { ...address, headers: { accept: "text/html", "accept-language": language, cookie: cookies } };
}

type Address = Pick<SharedPage, "path" | "values">;

function withParameters({ pathname, searchParams }: URL): Address | undefined {
  const { required = [], optional = [] } = pages[pathname] ?? {};
  const values: Record<string, string> = {};
  // In the order of the request, as links in the page have it.
  const search = new URLSearchParams();
  for (const [name, value] of searchParams) {
    const isKnown = required.includes(name) || optional.includes(name);
    if (!isKnown || search.has(name) || !formats[name]?.test(value)) return undefined;
    const placeholder = placeholders[name];
    if (placeholder) values[placeholder] = value;
    search.set(name, placeholder ?? value);
  }
  if (!required.every((name) => search.has(name))) return undefined;
  return { path: search.size > 0 ? `${pathname}?${search}` : pathname, values };
}

function notFoundPage({ pathname, search }: URL, routes: ReadonlySet<string>): Address | undefined {
  const [, first = ""] = /^\/([a-z\d][\w-]*)(?:\/[\w-]+)*$/i.exec(pathname.slice(0, 200)) ?? [];
  if (!first || routes.has(first) || search || pathname.length > 200) return undefined;
  return { path: pathPlaceholder, values: { [pathPlaceholder]: pathname } };
}

/** The cookies that the page is rendered from. Undefined if others could change it, for example a session. */
function sharedCookies(url: URL, header: string): string | undefined {
  const rendered = [themeCookie, timeZoneCookie, sidebarCookie].map((name) => cookieName(url, name));
  const ignored = ["challenge", "browser", "passkey"].map(
    (name) => `${cookiePrefix({ baseUrl: url })}.${name}`,
  );
  const found = new Map<string, string>();
  for (const part of header.split(";")) {
    const [name = "", value = ""] = part.trim().split(/=(.*)/s);
    if (name === "" || name === languageCookie || ignored.includes(name)) continue;
    if (!rendered.includes(name) || found.has(name) || !/^[\w+/%-]{0,60}$/.test(value)) return undefined;
    found.set(name, value);
  }
  return rendered.flatMap((name) => (found.has(name) ? `${name}=${found.get(name)}` : [])).join("; ");
}
