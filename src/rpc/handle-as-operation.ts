import { ORPCError } from "@orpc/server";
import { errorResponse } from "#server/http/error-response.ts";
import type { OperationContext } from "./context.ts";
import { maskUnexpectedErrors } from "./mask-unexpected-errors.ts";

/**
 * Answers a request that is no operation, such as for a file, and yet is refused and fails as one: what `work` throws is
 * told as data.
 */
export async function handleAsOperation(
  request: Request,
  context: OperationContext,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await maskUnexpectedErrors({
      context,
      next: () => work().catch((error: unknown) => leaveUnlessGone(request, error)),
    });
  } catch (error) {
    if (error instanceof ORPCError) {
      return errorResponse(error.status, error.code, error.message, error.data);
    }
    throw error;
  }
}

/** Who has left needs no answer, and has not failed. */
function leaveUnlessGone(request: Request, error: unknown): Response {
  if (request.signal.aborted) return new Response(null, { status: 204 });
  throw error;
}
