import type { AnyRouter } from "@tanstack/react-router";
import {
  getSsrStatus,
  type HandlerCallback,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { createStartHandler, setResponseStatus, StartServer } from "@tanstack/react-start/server";
import { createElement } from "react";
import type { apiHandlers } from "#app/api-handlers.server.ts";
import { createRequestContext, type ProcessContext } from "#app/create-request-context.server.ts";
import { rejectInDemo } from "#app/reject-in-demo.server.ts";
import { renderHtml } from "#app/render-html.server.ts";
import { isForbiddenPage } from "#app/routing/known-errors.ts";
import { serverFunctionCallError } from "#app/server-function-call.server.ts";
import { sharedPage } from "#app/shared-pages.server.ts";
import type { PageRequest } from "#server/http/page-cache.ts";
import type { HandlerResponse } from "#server/http/text-response.ts";
import { recordDenial } from "#rpc/record-denial.server.ts";
import { type RequestContext, requestContext } from "#rpc/request-context.server.ts";
import { errorStatus } from "#ui/errors/error-data.ts";
import { routeTree } from "./routeTree.gen.ts";

type RenderOptions = Parameters<HandlerCallback<AnyRouter>>[0];

const handle = createStartHandler(async (options: RenderOptions) => {
  const errors = options.router.stores.matches.get().map(({ error }) => error);
  const status = errors.map(errorStatus).find(Boolean);
  if (status) setResponseStatus(status);
  if (errors.some(isForbiddenPage)) {
    const { operationContext } = requestContext();
    await recordDenial(await operationContext(), "FORBIDDEN", new URL(options.request.url).pathname);
  }
  return await renderPage(options);
});

/**
 * Pages are sent whole: every loader has its data by then, so streaming would gain nothing. The text is left in the
 * request's context, because a Response would make a stream of it.
 * @returns the response without its text
 */
async function renderPage({ router, responseHeaders: headers }: RenderOptions): Promise<Response> {
  try {
    const { rendered, requestId, services } = requestContext();
    const html = await renderHtml(createElement(StartServer, { router }), (err) =>
      services.log.error({ id: requestId, err }, "A part of the page could not be rendered"),
    );
    rendered.page = await transformHtmlStringWithRouter(router, html);
    return new Response(null, { status: getSsrStatus(router), headers });
  } finally {
    router.serverSsr?.cleanup();
  }
}

/** The first segments of all routes' paths, for example "login". */
const firstSegments = new Set(
  Object.values(routeTree.children ?? {}).map(({ options }) => String(options.path).split("/")[1] ?? ""),
);

/** The application, as the process calls it. */
export default {
  isDemo: import.meta.env.VITE_IS_DEMO === "true",
  sharedPage: (request: PageRequest) => sharedPage(request, firstSegments),
  async fetch(request: Request, processContext: ProcessContext): Promise<HandlerResponse> {
    const rejected = rejectInDemo(request, processContext.services.config);
    if (rejected) return rejected;
    const context = createRequestContext(request, processContext);
    const handleApi = await apiHandler(request);
    const response = await (handleApi
      ? handleApi({ request, context })
      : (serverFunctionCallError(request) ?? handlePage(request, context)));
    return withCookies(response, context.responseCookies);
  },
};

let loadingApi: Promise<{ apiHandlers: typeof apiHandlers }> | undefined;

/** The handler of an API. They are loaded with the first request to one: no page needs better-auth, a fifth of all modules. */
async function apiHandler({ url }: Request) {
  const name = /^\/api\/(rpc|rest|auth)(?:\/|$)/.exec(new URL(url).pathname)?.[1];
  if (name === undefined) return undefined;
  const api = await (loadingApi ??= import("#app/api-handlers.server.ts"));
  return api.apiHandlers[name as keyof typeof apiHandlers];
}

async function handlePage(request: Request, context: RequestContext): Promise<HandlerResponse> {
  const response = await handle(request, { context });
  const { page } = context.rendered;
  return page === undefined ? response : { status: response.status, headers: response.headers, text: page };
}

/** A response with more cookies: the headers of some responses, for example of redirects, can't be changed. */
function withCookies(response: HandlerResponse, cookies: readonly string[]): HandlerResponse {
  if (cookies.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  if (!(response instanceof Response)) return { ...response, headers };
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
}
