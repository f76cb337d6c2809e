import { RPCLink } from "@orpc/client/fetch";
import { buildHeader } from "#lib/build.ts";
import { fetchFromServer } from "#lib/fetch-from-server.ts";
import { reportBuild } from "#ui/reload-offer.tsx";
import { reportDemoRejection } from "./demo-rejection.ts";
import { retryAfterConfirmation, retryAfterReauth } from "./session-expiry.ts";

/** Calls operations over HTTP. */
export const httpLink = new RPCLink({
  url: `${location.origin}/api/rpc`,
  async fetch(request, init) {
    const response = await fetchFromServer(request, init);
    // Offline, the service worker has responses of earlier builds.
    if (navigator.onLine) reportBuild(response.headers.get(buildHeader));
    return response;
  },
  interceptors: [
    reportDemoRejection, // optional: demo
    retryAfterReauth,
    retryAfterConfirmation,
  ],
});
