import type { RequestContext } from "#rpc/request-context.server.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { clientNetwork } from "#server/limits/client-network.ts";
import { topicsOf } from "./topics.ts";

const maxSinceMs = 24 * 3_600_000;

/**
 * Streams changes to a page as Server-Sent Events: the data of each is a topic that changed, or "*" if any may have
 * changed. An event named "paused" says that changes don't arrive, one named "live" that they do again. When the session ends,
 * the stream ends with an event named "end".
 * `?since=<milliseconds>` asks for the changes of the last so many milliseconds, too (docs/decisions/0017).
 */
export async function handleLive({ request, context }: { request: Request; context: RequestContext }) {
  const { caller, access } = await context.operationContext();
  if (!caller) return errorResponse(401, "UNAUTHORIZED", "Sign in to do this.");
  const topics = topicsOf(caller.user, access);
  if (topics.length === 0)
    return errorResponse(403, "FORBIDDEN", "You are not allowed to read anything that changes.");
  const body = context.services.live.openStream({
    sessionId: caller.sessionId,
    userId: caller.user.id,
    client: clientNetwork(context.clientAddress),
    topics,
    sinceMs: readSince(request),
  });
  if (!body) {
    const message = "Too many pages are open: this one receives no live updates.";
    return errorResponse(503, "TOO_MANY_STREAMS", message, { retryAfterSeconds: 60 });
  }
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Some proxies buffer responses before they pass them on.
      "x-accel-buffering": "no",
    },
  });
}

function readSince(request: Request): number {
  const sinceMs = Number(new URL(request.url).searchParams.get("since"));
  return sinceMs >= 0 && sinceMs <= maxSinceMs ? sinceMs : maxSinceMs;
}
