import type { OpenAPI } from "@orpc/contract";
import { z } from "zod";
import { brand } from "#brand/brand.ts";
import { build } from "#lib/build.ts";
import { socialBodies } from "../social/server/social-bodies.ts";
import type { Auth } from "./auth.ts";
import { isOpenMethod } from "./endpoint-rules.ts";

/** An endpoint in better-auth's `api`. */
type Endpoint = {
  path?: string;
  options?: {
    method?: string | string[];
    body?: z.ZodType;
    query?: z.ZodType;
    metadata?: { scope?: string; openapi?: { description?: string; summary?: string; tags?: string[] } };
  };
};

/** What clients may send where we allow less than better-auth. */
const ownBodies: Record<string, z.ZodType> = {
  ...socialBodies, // optional: social
};

/** Describes the open endpoints of the authentication service (OpenAPI 3.1), also those of plugins. */
export function describeAuth({ betterAuth, openPaths, config }: Auth): OpenAPI.Document {
  const paths: Record<string, OpenAPI.PathItemObject> = {};
  for (const { path = "", options = {} } of Object.values(
    betterAuth.api as unknown as Record<string, Endpoint>,
  )) {
    if (!openPaths.has(path)) continue;
    const described = path.replaceAll(/:(\w+)/g, "{$1}");
    for (const method of [options.method ?? "GET"].flat().filter((each) => isOpenMethod(path, each)))
      paths[described] = { ...paths[described], [method.toLowerCase()]: describe(path, method, options) };
  }
  return {
    openapi: "3.1.1",
    info: { title: `${brand.name}: authentication`, version: build.version },
    servers: [{ url: new URL("/api/auth", config.baseUrl).href }],
    paths,
  };
}

function describe(path: string, method: string, options: NonNullable<Endpoint["options"]>) {
  const { scope, openapi = {} } = options.metadata ?? {};
  const { summary, tags, description = scope === "server" ? "Providers call it" : "" } = openapi;
  const body = method === "GET" ? undefined : schemaOf(ownBodies[path] ?? options.body);
  const example = body?.examples?.[0] ?? {};
  const query = schemaOf(options.query);
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: query?.required?.includes(name) ?? false,
    schema,
  }));
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    operationId: `auth.service${path.replaceAll(/[/:]+/g, ".")}.${method.toLowerCase()}`,
    summary: summary ?? description,
    description: summary === undefined ? body?.description : description,
    tags: tags ?? ["authRest:title"],
    parameters: [...inPath, ...inQuery],
    ...(body && {
      requestBody: { content: { "application/json": { schema: body, example } } },
    }),
    responses: { 200: { description: "OK" } },
  } as OpenAPI.OperationObject;
}

function schemaOf(schema: z.ZodType | undefined) {
  if (!schema) return undefined;
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return described;
}
