import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Log } from "#server/log.ts";
import { type CachedPage, createCachedPage, pageBody } from "./cached-page.ts";
import type { FetchHandler } from "./fetch-handler.ts";
import { type HttpContext, writeHead } from "./http-context.ts";
import { responseHeaders, type SecurityHeaders } from "./security-headers.ts";
import { toResponse } from "./text-response.ts";

/** A page that is the same for all visitors who request it, but for values that they sent. */
export type SharedPage = {
  /** Its path and query, with a placeholder for each value. */
  path: string;
  /** All headers that it is rendered from. */
  headers: Record<string, string>;
  /** The values of this request by placeholder. */
  values: Readonly<Record<string, string>>;
};

export type PageRequest = { url: URL; headers: IncomingHttpHeaders };

/** @returns undefined if the page could depend on anything else of the request */
export type FindSharedPage = (request: PageRequest) => SharedPage | undefined;

export type PageCache = {
  /** Sends the page, if it is in the cache; otherwise adds it, for later requests. @returns whether it was sent */
  send(context: HttpContext, url: URL): boolean;
};

const maxPages = 200;
const maxPageBytes = 64 * 1024;
/** How many pages are rendered for the cache at once. */
const maxRendering = 2;
/** After this a page is rendered again, so that a change of what it shows is seen. */
const maxAgeMs = 60_000;

/** `page` is undefined if it can't be cached. */
type Entry = { page: CachedPage | undefined; expiresAt: number };

/**
 * Caches pages that are the same for all visitors. Each is rendered from a request of our own, which has nothing of any
 * visitor's (docs/decisions/0044-cached-pages.md).
 */
export function createPageCache({
  find,
  app,
  baseUrl,
  log,
  security,
}: {
  find: FindSharedPage;
  app: FetchHandler;
  baseUrl: URL;
  log: Log;
  security: SecurityHeaders;
}): PageCache {
  const entries = new Map<string, Entry>();
  const rendering = new Set<string>();

  async function add(key: string, shared: SharedPage): Promise<void> {
    if (rendering.has(key) || rendering.size >= maxRendering) return;
    rendering.add(key);
    try {
      store(key, await render(shared));
    } catch (error) {
      log.warn({ err: error }, "A page could not be rendered for the cache");
      store(key, undefined);
    } finally {
      rendering.delete(key);
    }
  }

  function store(key: string, page: CachedPage | undefined) {
    entries.delete(key);
    entries.set(key, { page, expiresAt: performance.now() + maxAgeMs });
    const [oldest] = entries.keys();
    if (entries.size > maxPages && oldest !== undefined) entries.delete(oldest);
  }

  async function render({ path, headers, values }: SharedPage): Promise<CachedPage | undefined> {
    const nonce = randomUUID();
    const request = new Request(new URL(path, baseUrl), { headers: { ...headers, host: baseUrl.host } });
    const handled = await app.fetch(request, {
      requestId: randomUUID(),
      clientAddress: "unknown",
      host: baseUrl.host,
      logUser: () => {},
      nonce,
    });
    const response = toResponse(handled);
    const html = await response.text();
    const isShared = !response.headers.has("set-cookie") && html.length <= maxPageBytes;
    if (!isShared || ![200, 404].includes(response.status)) return undefined;
    return createCachedPage({
      status: response.status,
      headers: responseHeaders(response.headers, security, nonce),
      html,
      nonce,
      placeholders: Object.keys(values),
    });
  }

  return {
    send(context, url) {
      const { req, res, info } = context;
      const shared = req.method === "GET" ? find({ url, headers: req.headers }) : undefined;
      if (!shared) return false;
      const key = JSON.stringify([shared.path, shared.headers]);
      const entry = entries.get(key);
      if (!entry || entry.expiresAt < performance.now()) {
        // The visitor's own page comes first.
        setImmediate(() => void add(key, shared));
        return false;
      }
      if (!entry.page) return false;
      // The least recently used page is the first.
      entries.delete(key);
      entries.set(key, entry);
      const acceptEncoding = req.headers["accept-encoding"]?.toString();
      const { bytes, headers } = pageBody(entry.page, shared.values, acceptEncoding);
      writeHead(context, entry.page.status, { ...headers, "x-request-id": info.requestId });
      res.end(bytes);
      return true;
    },
  };
}
