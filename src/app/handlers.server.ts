import { OpenAPIGenerator } from "@orpc/openapi";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { unlazyRouter } from "@orpc/server";
import { RPCHandler } from "@orpc/server/fetch";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { brand } from "#brand/brand.ts";
import { build } from "#lib/build.ts";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.server.ts";
import { rejectUnknownParameters } from "#rpc/query-parameters.server.ts";
import { recordDenials } from "#rpc/record-denial.server.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { pageBefore, seeOther } from "./routing/form.ts";
import { api, contract } from "./api.server.ts";

let handlers: ReturnType<typeof createHandlers> | undefined;

/**
 * `clientInterceptors` surround the operation alone: oRPC itself responds with BAD_REQUEST to an input that it can't
 * decode. The operations are loaded here, because it would take a failure to load them for such an input.
 */
async function createHandlers() {
  const router = await unlazyRouter(api);
  return {
    rpc: new RPCHandler(router, { clientInterceptors: [recordDenials, maskUnexpectedErrors] }),
    rest: new OpenAPIHandler(router, {
      clientInterceptors: [recordDenials, maskUnexpectedErrors, rejectUnknownParameters],
    }),
  };
}

type Handled = { request: Request; context: RequestContext };

/** Handles the browser's call of an operation. */
export async function handleRpc({ request, context }: Handled): Promise<Response> {
  const operation = { prefix: "/api/rpc", context: await context.operationContext() } as const;
  const { rpc } = await (handlers ??= createHandlers());
  const { response } = await rpc.handle(request, operation);
  return response ?? noSuchOperation();
}

/** Handles another program's call of an operation. A browser without JavaScript is led to what the call needs first. */
export async function handleRest({
  request,
  context,
}: {
  request: Request;
  context: Pick<RequestContext, "operationContext">;
}): Promise<Response> {
  const operation = { prefix: "/api/rest", context: await context.operationContext() } as const;
  const { rest } = await (handlers ??= createHandlers());
  const { response } = await rest.handle(request, operation);
  if (response?.status === 403 && request.headers.get("sec-fetch-mode") === "navigate") {
    const { code } = (await response.clone().json()) as { code?: unknown };
    if (code === "CONFIRMATION_REQUIRED")
      return seeOther("/login/confirm", { redirect: pageBefore(request) });
  }
  return response ?? noSuchOperation();
}

let document: ReturnType<OpenAPIGenerator["generate"]> | undefined;

/** The REST interface's description, generated from the contract (OpenAPI 3.1). */
export async function handleOpenApi({ context: { services } }: Handled): Promise<Response> {
  document ??= new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(
    contract,
    {
      info: { title: brand.name, description: brand.description, version: build.version },
      servers: [{ url: new URL("/api/rest", services.config.baseUrl).href }],
    },
  );
  return Response.json(await document, { headers: { "cache-control": "public, max-age=300" } });
}

function noSuchOperation(): Response {
  return errorResponse(404, "NOT_FOUND", "There is no such operation.");
}
