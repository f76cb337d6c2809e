import { RPCLink } from "@orpc/client/fetch";
import { reportDemoRejection, retryAfterConfirmation, retryAfterReauth } from "./session-expiry.ts";

/** Calls operations over HTTP. */
export const httpLink = new RPCLink({
  url: `${location.origin}/api/rpc`,
  interceptors: [reportDemoRejection, retryAfterReauth, retryAfterConfirmation],
});
