import type { AnyRouter } from "@tanstack/react-router";
import {
  getSsrStatus,
  type HandlerCallback,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { createStartHandler, setResponseStatus, StartServer } from "@tanstack/react-start/server";
import { createElement } from "react";
import type { apiHandlers } from "#app/request/api-handlers.server.ts";
import {
  type AppRequestContext,
  createRequestContext,
  type ProcessContext,
} from "#app/request/create-request-context.server.ts";
import { mayWrite } from "#rpc/may-write.server.ts";
import { rejectInDemo } from "#app/request/reject-in-demo.server.ts";
import { rejectOverBudget } from "#app/request/request-budget.server.ts";
import { routeMethods } from "#app/request/route-methods.server.ts";
import { renderHtml } from "#app/page/render-html.server.ts";
import { formResponse } from "#app/routing/form.ts";
import { isForbiddenPage } from "#app/routing/known-errors.ts";
import { serverFunctionCallError } from "#app/request/server-function-call.server.ts";
import { recordDenial } from "#rpc/record-denial.server.ts";
import { requestContext } from "#rpc/request-context.server.ts";
import { temporaryErrorResponse } from "#server/http/error-response.ts";
import { errorStatus } from "#ui/errors/error-data.ts";
import { routeTree } from "./routeTree.gen.ts";

type RenderOptions = Parameters<HandlerCallback<AnyRouter>>[0];

/** Pages load their scripts and styles from the CDN in ASSETS_URL. In development, Vite serves them. */
function transformAssets() {
  const { assetsOrigin = "" } = requestContext().services.config;
  return ({ url }: { url: string }) =>
    assetsOrigin && !import.meta.env.DEV
      ? { href: assetsOrigin + url, crossOrigin: "anonymous" as const }
      : url;
}

async function handlePage(options: RenderOptions): Promise<Response> {
  const errors = options.router.stores.matches.get().map(({ error }) => error);
  const status = errors.map(errorStatus).find(Boolean);
  if (status) setResponseStatus(status);
  if (errors.some(isForbiddenPage)) {
    const { operationContext } = requestContext();
    await recordDenial(await operationContext(), "FORBIDDEN", new URL(options.request.url).pathname);
  }
  return await renderPage(options);
}

const handle = createStartHandler({
  handler: handlePage,
  transformAssets: { createTransform: transformAssets },
});

const routeMethodError = routeMethods(routeTree);

/** Pages are sent whole: every loader has its data by then, so streaming would gain nothing. */
async function renderPage({ router, responseHeaders: headers }: RenderOptions): Promise<Response> {
  try {
    const { requestId, services, nonce } = requestContext();
    const { addIntegrity = (html) => html } = services.files;
    const html = await renderHtml(createElement(StartServer, { router }), (err) =>
      services.log.error({ id: requestId, err }, "A part of the page could not be rendered"),
    );
    const page = await transformHtmlStringWithRouter(router, html);
    return new Response(addIntegrity(page, nonce), {
      status: getSsrStatus(router),
      headers,
    });
  } finally {
    router.serverSsr?.cleanup();
  }
}

/** The application, as the process calls it. */
export default {
  isDemo: import.meta.env.VITE_IS_DEMO === "true", // optional: demo
  async fetch(request: Request, processContext: ProcessContext): Promise<Response> {
    const context = createRequestContext(request, processContext);
    const response =
      (await rejectOverBudget(request, context, processContext.budgets)) ?? (await respond(request, context));
    // optional: replicas
    const positionCookie = await context.reads.cookie();
    if (positionCookie) context.responseCookies.push(positionCookie);
    // end: replicas
    return formResponse(request, withCookies(response, context.responseCookies));
  },
};

async function respond(request: Request, context: AppRequestContext): Promise<Response> {
  // optional: demo
  const rejected = rejectInDemo(request, context.services.config);
  if (rejected) return rejected;
  // end: demo
  const handleApi = await apiHandler(request);
  const response = await (handleApi
    ? handleApi({ request, context }).catch(apiFailure)
    : (serverFunctionCallError(request) ?? routeMethodError(request) ?? handle(request, { context })));
  if (mayWrite(request)) context.services.database.redis?.afterWrite(); // optional: live, redis
  return response;
}

/** The session could not be looked up: operations handle the other failures. */
function apiFailure(error: unknown): Response {
  const response = temporaryErrorResponse(error);
  if (!response) throw error;
  return response;
}

let loadingApi: Promise<{ apiHandlers: typeof apiHandlers }> | undefined;

const apiNames = [
  "rpc",
  "auth",
  "rest", // optional: rest
];

/** The handler of an API. They are loaded with the first request to one: no page needs better-auth, a fifth of all modules. */
async function apiHandler({ url }: Request) {
  const name = /^\/api\/(\w+)(?:\/|$)/.exec(new URL(url).pathname)?.[1] ?? "";
  if (!apiNames.includes(name)) return undefined;
  const api = await (loadingApi ??= import("#app/request/api-handlers.server.ts"));
  return api.apiHandlers[name as keyof typeof apiHandlers];
}

/**
 * A response with more cookies: the headers of some responses, for example of redirects, can't be changed. Its own come last, because
 * they replace others: a sign-out those of a session that the same request has renewed.
 */
function withCookies(response: Response, cookies: readonly string[]): Response {
  if (cookies.length === 0) return response;
  const { status, statusText, body } = response;
  const headers = new Headers(response.headers);
  headers.delete("set-cookie");
  for (const cookie of [...cookies, ...response.headers.getSetCookie()]) headers.append("set-cookie", cookie);
  // No cache may give someone's cookies to others.
  if (headers.get("cache-control")?.includes("public")) headers.set("cache-control", "no-store");
  return new Response(body, { status, statusText, headers });
}
