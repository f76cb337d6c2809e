import { operationContext } from "#request.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { services } from "#server/services.ts";
import { topicsOf } from "#topics.ts";

/** As long as a page may not have heard of changes before it is told that anything may have changed, in milliseconds. */
const longestDeafness = 24 * 3_600_000;

/**
 * Answers a page that wants to be told of changes: by a stream of events (Server-Sent Events) whose data is a topic, or "*"
 * where any may have changed. It ends with an event named "end" when the session does. `?deaf=<milliseconds>` says for how
 * long the page has not heard of changes.
 */
export async function handleLive(request: Request): Promise<Response> {
  const { caller, adminUserIds } = await operationContext(request);
  if (!caller) return errorResponse(401, "UNAUTHORIZED", "Sign in to do this.");
  const topics = topicsOf(caller.user, adminUserIds);
  if (topics.length === 0)
    return errorResponse(403, "FORBIDDEN", "You are not allowed to read anything that changes.");
  const body = services().live.open({
    sessionId: caller.sessionId,
    userId: caller.user.id,
    expiresAt: caller.expiresAt,
    topics,
    deafFor: deafness(request),
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

function deafness(request: Request): number {
  const given = Number(new URL(request.url).searchParams.get("deaf"));
  return given >= 0 && given <= longestDeafness ? given : longestDeafness;
}
