import type { OperationContext } from "#rpc/context.ts";
import { toResponse } from "#server/http/text-response.ts";
import { callRest } from "./rest/handle-rest.server.ts";

/** The query parameters of better-auth's /admin/list-users, and what they are called in REST. */
const parameterNames = new Map([
  ["searchValue", "searchTerm"],
  ["sortBy", "sort"],
  ["sortDirection", "direction"],
]);
const directions = new Map([
  ["asc", "ascending"],
  ["desc", "descending"],
]);

/**
 * Responds to /api/auth/admin/list-users with the operation that the screens use, so that the same permissions and limits
 * apply. Pages follow each other by `after`, and an unknown parameter is an error.
 */
export async function listUsers(
  parameters: URLSearchParams,
  context: { operationContext: () => Promise<OperationContext>; services: { config: { baseUrl: URL } } },
): Promise<Response> {
  const url = new URL("/api/rest/users", context.services.config.baseUrl);
  for (const [name, value] of parameters)
    url.searchParams.append(parameterNames.get(name) ?? name, directions.get(value) ?? value);
  const response = toResponse(await callRest(new Request(url), await context.operationContext()));
  if (!response.ok) return response;
  const { items, next, total } = (await response.json()) as {
    items: unknown[];
    next: string | null;
    total: { count: number };
  };
  return Response.json({ users: items, total: total.count, next });
}
