import { createStartHandler, defaultRenderHandler, setResponseStatus } from "@tanstack/react-start/server";
import { createRequestContext, type ProcessContext } from "#app/create-request-context.server.ts";
import { rejectInDemo } from "#app/reject-in-demo.server.ts";
import { isForbiddenPage } from "#app/routing/known-errors.ts";
import { serverFunctionCallError } from "#app/server-function-call.server.ts";
import { recordDenial } from "#rpc/record-denial.server.ts";
import { requestContext } from "#rpc/request-context.server.ts";
import { errorStatus } from "#ui/errors/error-data.ts";

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

/** The application, as the process calls it. */
export default {
  isDemo: import.meta.env.VITE_IS_DEMO === "true",
  fetch: async (request: Request, context: ProcessContext): Promise<Response> =>
    rejectInDemo(request, context.services.config) ??
    serverFunctionCallError(request) ??
    (await handle(request, { context: createRequestContext(request, context) })),
};
