import { createStartHandler, defaultRenderHandler, setResponseStatus } from "@tanstack/react-start/server";
import { createRequestContext, type ProcessContext } from "#app/create-request-context.server.ts";
import { serverFunctionCallError } from "#app/server-function-call.server.ts";
import { errorStatus } from "#ui/errors/error-data.ts";

/** Pages are sent whole: every loader has its data by then, so streaming would gain nothing. */
const handle = createStartHandler((options) => {
  const status = options.router.stores.matches
    .get()
    .map((match) => errorStatus(match.error))
    .find(Boolean);
  if (status) setResponseStatus(status);
  return defaultRenderHandler(options);
});

/** The application, as the process calls it. */
export default {
  fetch: async (request: Request, context: ProcessContext): Promise<Response> =>
    serverFunctionCallError(request) ??
    (await handle(request, { context: createRequestContext(request, context) })),
};
