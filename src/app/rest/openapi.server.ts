import { type AnyContractRouter, isContractProcedure, type OpenAPI } from "@orpc/contract";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { brand } from "#brand/brand.ts";
import { cookieName } from "#features/auth/server/cookies.ts";
import { build } from "#lib/build.ts";
import type { OperationMeta } from "#rpc/operation.ts";
import { contract } from "../api.server.ts";
import { restErrors } from "./errors.ts";
import { exampleOf, type ExampleSchema } from "./openapi-examples.ts";
import { idempotencyHours, takesIdempotencyKey } from "./idempotency.server.ts";

const description = `${brand.description}

**Authentication.** Send an API key, which you create on your account page, as \`Authorization: Bearer ${brand.apiKeyPrefix}…\`, or the
session cookie of a signed-in browser, with the Origin header for changes. An API key allows what you chose, as long as you may do it.

**Limits.** Responses have the headers RateLimit and RateLimit-Policy. With 429, Retry-After is the time in seconds until the next
request.

**Errors.** Each has a code, a message for developers, and for some codes data.`;

/** Errors that don't come from an operation's contract: HTTP status, and message by code. */
const generalErrors = {
  ...restErrors,
  TOO_MANY_REQUESTS: [429, "Too many requests: try again later."],
} as const;

type ErrorCode = keyof typeof generalErrors;

/** The description of REST (OpenAPI 3.1), from the contract. @param config of the server */
export async function describeRest(config: { baseUrl: URL }): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const errors: Record<string, OpenAPI.SchemaObject> = {};
  const document = await generator.generate(contract, {
    info: { title: brand.name, description, version: build.version },
    servers: [{ url: new URL("/api/rest", config.baseUrl).href }],
    // The generator's type of schemas comes from another library.
    customErrorResponseBodySchema: (definitions, status) =>
      ({
        oneOf: definitions.map(([code, message, , data]) => errorSchema({ code, status, message, data })),
      }) as never,
  });
  const metas = metasOf(contract);
  for (const methods of Object.values(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods ?? {}) as [string, OpenAPI.OperationObject][]) {
      const meta = metas.get(operation.operationId ?? "");
      if (meta) completeOperation(operation, meta, method.toUpperCase(), errors);
    }
  const session = cookieName(config, "session");
  document.components = {
    schemas: errors,
    headers: limitHeaders,
    securitySchemes: {
      apiKey: { type: "http", scheme: "bearer", description: "An API key of your account page." },
      session: { type: "apiKey", in: "cookie", name: session, description: "Sign in on /login." },
    },
  };
  return document;
}

let described: ReturnType<typeof describeRest> | undefined;

/** The description of REST, generated once. @param config of the server */
export function restDescription(config: { baseUrl: URL }): ReturnType<typeof describeRest> {
  return (described ??= describeRest(config));
}

function metasOf(part: AnyContractRouter, path: string[] = []): Map<string, OperationMeta> {
  if (isContractProcedure(part)) return new Map([[path.join("."), part["~orpc"].meta as OperationMeta]]);
  const parts = Object.entries(part as Record<string, AnyContractRouter>);
  return new Map(parts.flatMap(([name, inner]) => [...metasOf(inner, [...path, name])]));
}

/** Adds to an operation what all have: who may call it, general errors, headers, examples. */
function completeOperation(
  operation: OpenAPI.OperationObject,
  meta: OperationMeta,
  method: string,
  schemas: Record<string, OpenAPI.SchemaObject>,
) {
  const { permission, confirmation } = meta;
  const needsSession = permission !== "public" && (confirmation !== undefined || "account" in permission);
  operation.security =
    permission === "public" ? [] : needsSession ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
  operation.description = [
    operation.description,
    permission !== "public" && `Needs the permission ${permissionText(permission)}.`,
    confirmation && "Needs a session in which you have confirmed within 10 minutes that it's you.",
    needsSession && !confirmation && "Needs a session.",
  ]
    .filter(Boolean)
    .join(" ");
  const general: ErrorCode[] = ["KEY_AND_SESSION", "INVALID_API_KEY", "TOO_MANY_REQUESTS"];
  if (method === "POST") {
    general.push("IDEMPOTENCY_KEY_INVALID");
    if (takesIdempotencyKey(meta)) {
      operation.parameters = [...(operation.parameters ?? []), idempotencyParameter];
      general.push("IDEMPOTENCY_KEY_IN_USE", "IDEMPOTENCY_KEY_REUSED");
    } else general.push("IDEMPOTENCY_KEY_NOT_SUPPORTED");
  }
  const responses = (operation.responses ??= {}) as Record<string, OpenAPI.ResponseObject>;
  for (const code of general) addGeneralError(responses, code);
  for (const [status, response] of Object.entries(responses)) {
    if (status.startsWith("2")) response.headers = { ...response.headers, ...limitHeaderRefs };
    else completeError(response, schemas);
    if (status === "429") response.headers = limitHeaderRefs;
  }
  addExamples(operation, responses);
}

function permissionText(permission: object): string {
  return Object.entries(permission)
    .flatMap(([resource, actions]) => (actions as string[]).map((action) => `\`${resource}:${action}\``))
    .join(" and ");
}

type ErrorDescription = { code: string; status: number; message: string; data?: unknown };

function errorSchema({ code, status, message, data }: ErrorDescription) {
  return {
    title: code,
    type: "object",
    properties: {
      code: { const: code },
      message: { type: "string", examples: [message] },
      status: { const: status },
      defined: { type: "boolean" },
      ...(data !== undefined && { data }),
    },
    required: ["code", "message"],
  } as OpenAPI.SchemaObject;
}

function addGeneralError(responses: Record<string, OpenAPI.ResponseObject>, code: ErrorCode) {
  const [status, message] = generalErrors[code];
  const data =
    code === "TOO_MANY_REQUESTS"
      ? ({ type: "object", properties: { retryAfterSeconds: { type: "integer" } } } as OpenAPI.SchemaObject)
      : undefined;
  const response = (responses[status] ??= { description: "", content: jsonContent({ oneOf: [] }) });
  const variants = variantsOf(response);
  if (variants.some(({ title }) => title === code)) return;
  response.content = jsonContent({ oneOf: [...variants, errorSchema({ code, status, message, data })] });
}

/** The schemas of an error response: the generator writes a single one without `oneOf`. */
function variantsOf(response: OpenAPI.ResponseObject): OpenAPI.SchemaObject[] {
  const schema = response.content?.["application/json"]?.schema;
  if (!schema || "$ref" in schema) return [];
  return (schema.oneOf ?? schema.anyOf ?? [schema]) as OpenAPI.SchemaObject[];
}

/** Names an error response's codes, shows one example for each, and moves schemas that operations share to one place. */
function completeError(response: OpenAPI.ResponseObject, schemas: Record<string, OpenAPI.SchemaObject>) {
  const variants = variantsOf(response);
  response.description = variants.map(({ title }) => title).join(", ");
  const oneOf = variants.map((variant) => {
    const { title = "" } = variant;
    const shared = (schemas[title] ??= variant);
    return JSON.stringify(shared) === JSON.stringify(variant)
      ? { $ref: `#/components/schemas/${title}` }
      : variant;
  });
  const examples = variants.map((variant) => [variant.title, { value: exampleOf(variant as ExampleSchema) }]);
  response.content = {
    "application/json": { schema: { oneOf } as OpenAPI.SchemaObject, examples: Object.fromEntries(examples) },
  };
}

function addExamples(operation: OpenAPI.OperationObject, responses: Record<string, OpenAPI.ResponseObject>) {
  const body = (operation.requestBody as OpenAPI.RequestBodyObject | undefined)?.content["application/json"];
  const answers = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith("2") ? [content?.["application/json"]] : [],
  );
  for (const media of [body, ...answers])
    if (media?.schema) media.example = exampleOf(media.schema as ExampleSchema);
}

function jsonContent(schema: object) {
  return { "application/json": { schema: schema as OpenAPI.SchemaObject } };
}

const idempotencyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: `Repeat the request with the same key, for example after a lost connection: within ${idempotencyHours} hours it gets the first answer, and nothing is done twice.`,
  schema: { type: "string", minLength: 1, maxLength: 255 },
} as const;

const limitHeaders = {
  RateLimit: {
    description: "How many requests are left (r), and the seconds until there are more (t).",
    schema: { type: "string", examples: ['"requests";r=299;t=60'] },
  },
  RateLimitPolicy: {
    description: "How many requests are allowed (q) in how many seconds (w).",
    schema: { type: "string", examples: ['"requests";q=300;w=60'] },
  },
} as const;

const limitHeaderRefs = {
  RateLimit: { $ref: "#/components/headers/RateLimit" },
  "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
};
