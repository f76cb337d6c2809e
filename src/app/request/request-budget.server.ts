import type { OperationContext } from "#rpc/context.ts";
import { recordDenial } from "#rpc/record-denial.server.ts";
import { actorId } from "#server/activity/record-activity.ts";
import { tooManyRequests } from "#server/http/error-response.ts";
import { clientNetwork } from "#server/limits/client-network.ts";
import type { BudgetState, RequestBudgets } from "#server/limits/request-budget.ts";
import type { AppRequestContext } from "./create-request-context.server.ts";
import { tooManyRequestsPage } from "../page/too-many-requests-page.server.ts";

/**
 * Counts a request for the person who sends it, or for the client without a session, whichever way it comes.
 * @returns the response if their budget is used up: a page for a navigation, else JSON
 */
export async function rejectOverBudget(
  request: Request,
  context: AppRequestContext,
  budgets: RequestBudgets,
): Promise<Response | undefined> {
  // If the session can't be looked up, the request's handler says so.
  const operationContext = await context.unboundContext().catch(() => undefined);
  const state = countRequest(budgets, operationContext, context.clientAddress);
  if (state.allowed) return undefined;
  if (state.isFirstDenial && operationContext)
    await recordDenial(operationContext, "TOO_MANY_REQUESTS", new URL(request.url).pathname);
  const isNavigation = request.headers.get("accept")?.includes("text/html");
  return isNavigation ? await tooManyRequestsPage(request, context, state) : tooManyRequests(state);
}

function countRequest(
  budgets: RequestBudgets,
  context: OperationContext | undefined,
  clientAddress: string,
): BudgetState {
  const caller = context?.caller;
  // The users of a demo are everyone. // optional: demo
  if (context?.isDemo) return budgets.clients(clientNetwork(clientAddress)); // optional: demo
  if (!caller) return budgets.clients(clientNetwork(clientAddress));
  if (caller.key) return budgets.keys(caller.user.id); // optional: api-keys
  return budgets.people(actorId(caller));
}
