import { OpenAPIGenerator } from "@orpc/openapi";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { RPCHandler } from "@orpc/server/fetch";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { api, contract } from "#api.ts";
import { brand } from "#brand/brand.ts";
import { build } from "#build.ts";
import { maskUnexpectedErrors } from "./mask-unexpected-errors.ts";
import { operationContext } from "#request.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { services } from "#server/services.ts";

const rpc = new RPCHandler(api, { interceptors: [maskUnexpectedErrors] });
const rest = new OpenAPIHandler(api, { interceptors: [maskUnexpectedErrors] });

/** Answers the browser's call of an operation. */
export async function handleRpc(request: Request): Promise<Response> {
  const { response } = await rpc.handle(request, {
    prefix: "/api/rpc",
    context: await operationContext(request),
  });
  return response ?? noSuchOperation();
}

/** Answers another program's call of an operation. */
export async function handleRest(request: Request): Promise<Response> {
  const { response } = await rest.handle(request, {
    prefix: "/api/rest",
    context: await operationContext(request),
  });
  return response ?? noSuchOperation();
}

let document: ReturnType<OpenAPIGenerator["generate"]> | undefined;

/** The REST interface's description, made from the contract (OpenAPI 3.1). */
export function openApiDocument() {
  document ??= new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(
    contract,
    {
      info: { title: brand.name, description: brand.sentence, version: build.version },
      servers: [{ url: new URL("/api/rest", services().config.baseUrl).href }],
    },
  );
  return document;
}

function noSuchOperation(): Response {
  return errorResponse(404, "NOT_FOUND", "There is no such operation.");
}
