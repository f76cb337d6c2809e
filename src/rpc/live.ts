import { operationContext } from "#request.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { services } from "#server/services.ts";
import { topicsOf } from "#topics.ts";

const maxSinceMs = 24 * 3_600_000;

/**
 * Streams changes to a page as Server-Sent Events: the data of each is a topic that changed, or "*" if any may have
 * changed. When the session ends, the stream ends with an event named "end".
 * `?since=<milliseconds>` asks for the changes of the last so many milliseconds, too.
 */
export async function handleLive(request: Request): Promise<Response> {
  const { caller, adminUserIds } = await operationContext(request);
  if (!caller) return errorResponse(401, "UNAUTHORIZED", "Sign in to do this.");
  const topics = topicsOf(caller.user, adminUserIds);
  if (topics.length === 0)
    return errorResponse(403, "FORBIDDEN", "You are not allowed to read anything that changes.");
  const body = services().live.openStream({
    sessionId: caller.sessionId,
    userId: caller.user.id,
    expiresAt: caller.expiresAt,
    topics,
    sinceMs: readSince(request),
  });
  if (!body) {
    return errorResponse(
      503,
      "TOO_MANY_STREAMS",
      "Too many pages are open: this one receives no live updates.",
      {
        retryAfterSeconds: 60,
      },
    );
  }
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // Some proxies gather answers before they pass them on.
      "x-accel-buffering": "no",
    },
  });
}

function readSince(request: Request): number {
  const sinceMs = Number(new URL(request.url).searchParams.get("since"));
  return sinceMs >= 0 && sinceMs <= maxSinceMs ? sinceMs : maxSinceMs;
}
