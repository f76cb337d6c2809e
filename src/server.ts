import { createStartHandler, defaultRenderHandler, setResponseStatus } from "@tanstack/react-start/server";
import { createRequestContext, type ProcessContext } from "#app/create-request-context.server.ts";
import { rejectInDemo } from "#app/reject-in-demo.server.ts";
import { isForbiddenPage } from "#app/routing/known-errors.ts";
import { serverFunctionCallError } from "#app/server-function-call.server.ts";
import { sharedPage } from "#app/shared-pages.server.ts";
import type { PageRequest } from "#server/http/page-cache.ts";
import { recordDenial } from "#rpc/record-denial.server.ts";
import { requestContext } from "#rpc/request-context.server.ts";
import { errorStatus } from "#ui/errors/error-data.ts";
import { routeTree } from "./routeTree.gen.ts";

/** Pages are sent whole: every loader has its data by then, so streaming would gain nothing. */
const handle = createStartHandler(async (options) => {
  const errors = options.router.stores.matches.get().map(({ error }) => error);
  const status = errors.map(errorStatus).find(Boolean);
  if (status) setResponseStatus(status);
  if (errors.some(isForbiddenPage)) {
    const { operationContext } = requestContext();
    await recordDenial(await operationContext(), "FORBIDDEN", new URL(options.request.url).pathname);
  }
  return defaultRenderHandler(options);
});

/** The first segments of all routes' paths, for example "login". */
const firstSegments = new Set(
  Object.values(routeTree.children ?? {}).map(({ options }) => String(options.path).split("/")[1] ?? ""),
);

/** The application, as the process calls it. */
export default {
  isDemo: import.meta.env.VITE_IS_DEMO === "true",
  sharedPage: (request: PageRequest) => sharedPage(request, firstSegments),
  fetch: async (request: Request, context: ProcessContext): Promise<Response> =>
    rejectInDemo(request, context.services.config) ??
    serverFunctionCallError(request) ??
    (await handle(request, { context: createRequestContext(request, context) })),
};
