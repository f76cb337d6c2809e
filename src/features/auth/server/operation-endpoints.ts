import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { z } from "zod";
import { readParameters } from "#rpc/query-parameters.server.ts";
import type { Config } from "#server/config.ts";
import { checkCode } from "../codes/code.ts";
import { checkName } from "../name.ts";
import { forgetCookie } from "./cookies.ts";
import { noBody } from "./endpoint-rules.ts";
import { type AuthRequestInfo, infoOf } from "./request-client.ts";
import { apiError, failure } from "./results.ts";

/** The query parameters of better-auth's /admin/list-users, and what the operation calls them. */
const parameterNames = new Map([
  ["searchValue", "searchTerm"],
  ["sortBy", "sort"],
  ["sortDirection", "direction"],
]);
const directions = new Map([
  ["asc", "ascending"],
  ["desc", "descending"],
]);

const invalid = (code: string) => new APIError("BAD_REQUEST", { code, message: "The input is invalid" });
const post = { method: "POST" as const, requireRequest: true as const };

const codeBody = z.strictObject({ token: z.string() }).meta({ examples: [{ token: "123456" }] });

function codeIn({ token }: z.infer<typeof codeBody>): string {
  const { code, problem } = checkCode(token);
  if (problem) throw invalid(problem);
  return code;
}

/**
 * Endpoints of the specification that operations answer, instead of better-auth's own: those know neither our rules for fields, codes,
 * limits and permissions, nor the activity. An unknown parameter is an error.
 */
export function operationEndpoints({ config }: { config: Pick<Config, "baseUrl"> }) {
  async function call(
    request: Request,
    ...operation: Parameters<NonNullable<AuthRequestInfo["callOperation"]>>
  ) {
    const response = await infoOf(request)?.callOperation?.(...operation);
    if (!response) throw new Error("This endpoint answers requests only");
    return response;
  }

  const updateUser = createAuthEndpoint(
    "/update-user",
    {
      ...post,
      body: z.strictObject({ name: z.string() }).meta({ examples: [{ name: "Ada Lovelace" }] }),
    },
    async ({ request, body, json }) => {
      const { name, problem } = checkName(body.name);
      if (problem) throw invalid(problem);
      const response = await call(request, ["auth", "rename"], { name });
      return response.ok ? json({ status: true }) : response;
    },
  );

  const revokeOtherSessions = createAuthEndpoint(
    "/revoke-other-sessions",
    {
      ...post,
      body: noBody,
    },
    async ({ request, json }) => {
      const response = await call(request, ["auth", "revokeOtherSessions"]);
      return response.ok ? json({ status: true }) : response;
    },
  );

  // better-auth's own changes the email of any account for who can sign its tokens. This product sends none of them.
  const verifyEmail = createAuthEndpoint(
    "/verify-email",
    {
      method: "GET",
    },
    () => {
      throw apiError(failure("INVALID_TOKEN"));
    },
  );

  const verifyEmailWithCode = createAuthEndpoint(
    "/verify-email",
    {
      ...post,
      body: codeBody,
    },
    async ({ request, body, json }) => {
      const response = await call(request, ["auth", "verifyEmail"], { code: codeIn(body) });
      return response.ok ? json({ status: true }) : response;
    },
  );

  const deleteUser = createAuthEndpoint(
    "/delete-user",
    {
      ...post,
      body: codeBody,
    },
    async ({ request, body, responseHeaders, json }) => {
      const response = await call(request, ["auth", "deleteAccount"], { code: codeIn(body) });
      if (!response.ok) return response;
      responseHeaders.append("set-cookie", forgetCookie(config, "session"));
      return json({ success: true, message: "User deleted" });
    },
  );

  const listUsers = createAuthEndpoint(
    "/admin/list-users",
    {
      method: "GET",
      requireRequest: true,
    },
    async ({ request, json }) => {
      const query = new URLSearchParams();
      for (const [name, value] of new URL(request.url).searchParams)
        query.append(parameterNames.get(name) ?? name, directions.get(value) ?? value);
      const response = await call(request, ["users", "list"], readParameters(query));
      if (!response.ok) return response;
      const { items, next, total } = (await response.json()) as {
        items: unknown[];
        next: string | null;
        total: { count: number };
      };
      return json({ users: items, total: total.count, next });
    },
  );

  return {
    id: "operations",
    endpoints: { updateUser, revokeOtherSessions, verifyEmail, verifyEmailWithCode, deleteUser, listUsers },
  } satisfies BetterAuthPlugin;
}
