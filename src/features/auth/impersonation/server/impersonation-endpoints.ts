import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import type { Database } from "#server/database/connect.ts";
import { noBody } from "../../server/endpoint-rules.ts";
import { clientOf } from "../../server/request-client.ts";
import type { SessionServices } from "../../sessions/server/create-session.ts";
import { currentSession, post, toBody, unauthorized } from "../../sessions/server/endpoint-session.ts";
import { stopImpersonation } from "./impersonation.ts";

/** The endpoint that ends an impersonation, at the path of better-auth's own plugin. */
export function impersonationEndpoints(services: SessionServices & { database: Database }) {
  const stopImpersonating = createAuthEndpoint(
    "/admin/stop-impersonating",
    { ...post, body: noBody },
    async ({ headers, request, responseHeaders, json }) => {
      const session = await currentSession(services, headers, request);
      const stopped = await stopImpersonation(services, clientOf(headers), session);
      if (!stopped && !session) throw unauthorized();
      if (!stopped) {
        if (session?.renewedCookie) responseHeaders.append("set-cookie", session.renewedCookie);
        const message = "You are not impersonating anyone";
        throw new APIError("BAD_REQUEST", { code: "BAD_REQUEST", message });
      }
      for (const cookie of stopped.setCookies) responseHeaders.append("set-cookie", cookie);
      return json(stopped.administrator && toBody(stopped.administrator));
    },
  );

  return { id: "impersonation", endpoints: { stopImpersonating } } satisfies BetterAuthPlugin;
}
