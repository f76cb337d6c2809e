import { createStartHandler, defaultRenderHandler, setResponseStatus } from "@tanstack/react-start/server";
import type { RequestInfo } from "#server/http/http-server.ts";
import { errorStatus } from "#ui/errors/error-data.ts";

declare module "@tanstack/react-start" {
  interface Register {
    server: { requestContext: RequestInfo };
  }
}

/** Pages are whole when they leave: every loader has its data by then, so nothing would be gained by streaming. */
const handle = createStartHandler((options) => {
  const status = options.router.stores.matches
    .get()
    .map((match) => errorStatus(match.error))
    .find(Boolean);
  if (status) setResponseStatus(status);
  return defaultRenderHandler(options);
});

/** The application as the server in front knows it. */
export default {
  fetch: (request: Request, info: RequestInfo): Promise<Response> =>
    Promise.resolve(handle(request, { context: info })),
};
