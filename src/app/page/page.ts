import { queryOptions } from "@tanstack/react-query";
import { fetchFromServer } from "#lib/fetch-from-server.ts";
import { deviceTimeZone } from "#lib/time-zone.ts";
import type { Namespace } from "#i18n/texts.gen.ts";

/**
 * Loads a page's data: the server does, and the browser again after everything that changes the session. The client of
 * server functions is larger than login, so it loads then.
 */
async function loadPage() {
  const { getPage } = await import("./get-page.ts");
  return await getPage({ fetch: fetchServerFunction });
}

export const pageQuery = queryOptions({ queryKey: ["page"], queryFn: loadPage });

/** For who knows the query by its key only. No component observes it, so it is kept as long as the page is open. */
export const pageQueryDefaults = { queryFn: loadPage, gcTime: Infinity };

export type Page = Awaited<ReturnType<typeof import("./get-page.ts").getPage>>;
export type PageUser = NonNullable<Page["user"]>;

/** Calls a server function with the `createServerFn` flag in its URL (specification, section 7). */
async function fetchServerFunction(target: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const address = new URL(target instanceof Request ? target.url : target, location.origin);
  address.searchParams.set("createServerFn", "");
  const response = await fetchFromServer(address, init);
  if (response.ok) return response;
  const { status, headers } = response;
  const data = { reference: headers.get("x-request-id") ?? undefined };
  const error = new Error("The page's data could not be loaded");
  const code = status === 429 ? "TOO_MANY_REQUESTS" : "UNKNOWN_ERROR";
  throw Object.assign(error, { code, status, data });
}

/** The reader's time zone, for loaders: the server knows that of the last visit. */
export function readerTimeZone(page: Page): string {
  return import.meta.env.SSR ? page.timeZone : deviceTimeZone();
}

/** The texts that routes need besides those of every page. */
export function textsOfMatches(matches: readonly { staticData: { texts?: Namespace[] } }[]): Namespace[] {
  return matches.flatMap(({ staticData }) => staticData.texts ?? []);
}
