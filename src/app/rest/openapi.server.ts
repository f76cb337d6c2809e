import {
  type AnyContractRouter,
  ContractProcedure,
  type ErrorMap,
  isContractProcedure,
  type OpenAPI,
} from "@orpc/contract";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { z } from "zod";
import { brand } from "#brand/brand.ts";
import { cookieName } from "#features/auth/server/cookies.ts";
import type { OperationTexts } from "#features/docs/server/operation-texts.ts";
import { type I18n, serverI18n } from "#i18n/i18n.ts";
import { defaultLanguage } from "#i18n/languages.ts";
import { build } from "#lib/build.ts";
import type { OperationMeta } from "#rpc/operation.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { contract } from "../request/api.server.ts";
import { restErrors } from "./errors.ts";
import { takesIdempotencyKey } from "./idempotency.server.ts";
import { keyErrors } from "./reject-key.server.ts";
import { needsSession, restTexts } from "./rest-texts.server.ts";
import { storedText } from "./stored-text.server.ts";

const description = [
  brand.description,
  "**Authentication.** Send the session cookie of a signed-in browser, with the Origin header for changes.",
  // optional: api-keys
  `**API keys.** Or send a key, which you create on your account page, as \`Authorization: Bearer ${brand.apiKeyPrefix}…\`. It
allows what you chose, as long as you may do it.`,
  // end: api-keys
  `**Limits.** Responses have the headers RateLimit and RateLimit-Policy. With 429, Retry-After is the time in seconds until
the next request.`,
  "**Errors.** Each has a code, a message for developers, and for some codes data.",
].join("\n\n");

/** The description of REST (OpenAPI 3.1), from the contract. @param config of the server */
export async function describeRest(config: { baseUrl: URL }): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const schemas: Record<string, OpenAPI.SchemaObject> = {};
  const english = await serverI18n(defaultLanguage);
  const document = await generator.generate(completeContract(contract, english), {
    info: { title: brand.name, description, version: build.version },
    servers: [{ url: new URL("/api/rest", config.baseUrl).href }],
    // The generator's type of schemas comes from another library.
    customErrorResponseBodySchema: (definitions, status) =>
      ({
        oneOf: definitions.map(([code, message, , data]) =>
          errorSchema(schemas, code, status, message, data),
        ),
      }) as never,
  });
  const session = cookieName(config, "session");
  document.components = {
    schemas,
    headers: limitHeaders,
    securitySchemes: {
      apiKey: { type: "http", scheme: "bearer", description: "An API key of your account page." }, // optional: api-keys
      session: { type: "apiKey", in: "cookie", name: session, description: "Sign in on /login." },
    },
  };
  return document;
}

/** What was generated before, for each host of the product. */
const described = new Map<string, ReturnType<typeof describeRest>>();
const sent = new Map<string, ReturnType<typeof storedText>>();

/** The description of REST, generated once for each host. @param config of the server */
export function restDescription(config: { baseUrl: URL }): ReturnType<typeof describeRest> {
  const { origin } = config.baseUrl;
  const description = described.get(origin) ?? describeRest(config);
  described.set(origin, description);
  return description;
}

/** Handles GET /api/openapi.json. */
export async function handleOpenApi({
  request,
  context,
}: {
  request: Request;
  context: RequestContext;
}): Promise<Response> {
  const { config } = context.services;
  const document = await restDescription(config);
  const headers = { "content-type": "application/json", "cache-control": "public, max-age=300" };
  const send = sent.get(config.baseUrl.origin) ?? storedText(JSON.stringify(document), headers);
  sent.set(config.baseUrl.origin, send);
  return await send(request);
}

/** Adds to each operation its texts, and what all have: who may call it, general errors, headers. */
function completeContract(part: AnyContractRouter, english: I18n): AnyContractRouter {
  const texts = restTexts(english);
  const complete = (inner: AnyContractRouter): AnyContractRouter => {
    if (!isContractProcedure(inner))
      return Object.fromEntries(Object.entries(inner).map(([name, each]) => [name, complete(each)]));
    const { route, ...definition } = inner["~orpc"];
    const meta = definition.meta as OperationMeta;
    const takesKey = route.method === "POST" && takesIdempotencyKey(meta);
    const errorMap: ErrorMap = { ...generalErrors(route.method, takesKey), ...definition.errorMap };
    const spec = (generated: OpenAPI.OperationObject): OpenAPI.OperationObject => {
      const operation = typeof route.spec === "function" ? route.spec(generated) : generated;
      completeResponses(operation.responses, errorMap);
      if (takesKey) (operation.parameters ??= []).push(idempotencyParameter(english.t("docs:retries")));
      return {
        ...operation,
        ...describedBy(texts.get(generated.operationId ?? "")),
        security: securityOf(meta),
      };
    };
    return new ContractProcedure({ ...definition, errorMap, route: { ...route, spec } });
  };
  return complete(part);
}

function describedBy(texts: OperationTexts | undefined): OpenAPI.OperationObject {
  if (!texts) return {};
  const { name, group, access } = texts;
  const description = [texts.description?.text, ...access].filter(Boolean).join(" ");
  return {
    summary: name.text,
    ...(description && { description }),
    ...(group && { tags: [group.text] }),
  };
}

/** Errors that don't come from an operation's contract. */
function generalErrors(method: string | undefined, takesKey: boolean): ErrorMap {
  const { IDEMPOTENCY_KEY_NOT_SUPPORTED, ...idempotencyErrors } = restErrors;
  const { IDEMPOTENCY_KEY_INVALID } = idempotencyErrors;
  return {
    ...keyErrors, // optional: api-keys
    TOO_MANY_REQUESTS: {
      status: 429,
      message: "Too many requests: try again later.",
      data: z.object({ retryAfterSeconds: z.int().optional() }),
    },
    ...(method === "POST" &&
      (takesKey ? idempotencyErrors : { IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_NOT_SUPPORTED })),
  };
}

function securityOf(meta: OperationMeta): NonNullable<OpenAPI.OperationObject["security"]> {
  if (meta.permission === "public") return [];
  return [
    ...(needsSession(meta) ? [] : [{ apiKey: [] }]), // optional: api-keys
    { session: [] },
  ];
}

/** Names the codes of each error, and adds the headers of limits. */
function completeResponses(responses: OpenAPI.ResponsesObject = {}, errors: ErrorMap): void {
  for (const [status, response] of Object.entries(responses) as [string, OpenAPI.ResponseObject][]) {
    const isSuccess = status.startsWith("2");
    const codes = Object.keys(errors).filter((code) => String(errors[code]?.status) === status);
    if (!isSuccess) response.description = codes.join(", ");
    if (isSuccess || status === "429") response.headers = { ...response.headers, ...limitHeaderRefs };
  }
}

/** The schema of an error's body. Operations share the schemas that are the same. */
function errorSchema(
  schemas: Record<string, OpenAPI.SchemaObject>,
  code: string,
  status: number,
  message: string,
  data: unknown,
) {
  const schema = {
    title: code,
    type: "object",
    properties: {
      code: { const: code },
      message: { type: "string", examples: [message] },
      status: { const: status },
      defined: { type: "boolean" },
      data,
    },
    required: ["code", "message"],
  } as OpenAPI.SchemaObject;
  const shared = (schemas[code] ??= schema);
  const isSame = JSON.stringify(shared) === JSON.stringify(schema);
  return isSame ? { $ref: `#/components/schemas/${code}` } : schema;
}

function idempotencyParameter(description: string): OpenAPI.ParameterObject {
  const schema = { type: "string", minLength: 1, maxLength: 255 } as const;
  return { name: "Idempotency-Key", in: "header", required: false, description, schema };
}

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
