import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AnyContractRouter, isContractProcedure } from "@orpc/contract";
import { drizzle } from "drizzle-orm/node-postgres";
import { z } from "zod";
import { contract } from "#app/request/api.server.ts";
import { bodyRules } from "#app/features.server.ts";
import { createAuth } from "#features/auth/server/auth.ts";
import { isOpenMethod } from "#features/auth/server/endpoint-rules.ts";
import { readConfig } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import { policyReportRule, policyReportSchema } from "#server/http/policy-reports.ts";
import { policyReportPath } from "#server/http/security-headers.ts";
import { createLog } from "#server/log.ts";
import { createSecrets } from "#server/secret.ts";
import { projectDir } from "../scripts/support/project.ts";

/** The part of a JSON Schema that values are generated from. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** An address of the product, and what it takes there. */
export type Target = {
  name: string;
  method: string;
  /** Parameters are in braces: "/books/{id}". */
  path: string;
  /** How the input is sent. */
  encoding: "rpc" | "json" | "query" | "form" | "bytes";
  contentType?: string;
  /** The input's schema; an empty one allows anything. */
  input: JsonSchema;
  /** Whether it changes nothing, whatever its method. */
  onlyReads?: boolean;
  /** The name of a REST operation, by which it is described. */ // optional: rest
  operationId?: string; // optional: rest
};

/** Parameters of pages, of better-auth's endpoints and of uploads, whose schemas the lists below don't have. */
const parameterNames = [
  ..."redirect email error lng search searchTerm genreId sort direction after since id mode delimiter".split(
    " ",
  ),
  ..."x y width height".split(" "), // optional: images
  ..."adds columns encoding firstRow hasHeader payload createServerFn token callbackURL state code iss".split(
    " ",
  ),
  ..."limit offset sortBy sortDirection searchField searchOperator searchValue filterField filterOperator filterValue".split(
    " ",
  ),
];

const anyParameters: JsonSchema = {
  type: "object",
  properties: Object.fromEntries(parameterNames.map((name) => [name, { type: "string" }])),
};

/**
 * Everything that the product does, from the contract, the endpoints of the authentication service, the routes and the
 * build's server functions, so that new ones are tested too.
 */
export function collectTargets(): Target[] {
  return [
    ...operations(contract as AnyContractRouter, []),
    ...authEndpoints(),
    ...routes(),
    ...serverFunctions(),
    ...serverPaths(),
  ];
}

function operations(part: AnyContractRouter, path: string[]): Target[] {
  if (!isContractProcedure(part)) {
    return Object.entries(part as Record<string, AnyContractRouter>).flatMap(([name, inner]) =>
      operations(inner, [...path, name]),
    );
  }
  const { inputSchema, route } = part["~orpc"];
  const input = toJsonSchema(inputSchema);
  const name = path.join(".");
  const method = route.method ?? "POST";
  return [
    {
      name: `RPC ${name}`,
      method: "POST",
      path: `/api/rpc/${path.join("/")}`,
      encoding: "rpc",
      input,
      onlyReads: method === "GET",
    },
    // optional: rest
    {
      name: `REST ${name}`,
      method,
      path: `/api/rest${route.path}`,
      encoding: method === "GET" ? "query" : "json",
      input,
      operationId: name,
    },
    // end: rest
  ];
}

function toJsonSchema(schema: unknown): JsonSchema {
  return schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) : {};
}

type AuthEndpoint = { path?: string; options?: { method?: string | string[]; body?: z.ZodType } };

function authEndpoints(): Target[] {
  // It is only described.
  const auth = createAuth({
    config: readConfig({}),
    database: { sql: drizzle.mock() } as unknown as Database,
    secrets: createSecrets("a secret of 32 characters or more"),
    log: createLog({ level: "silent" }),
    languageOf: () => "en",
    prepareCodeMail: () => Promise.reject(new Error("No mails here")),
  });
  const endpoints = Object.values(auth.betterAuth.api as unknown as Record<string, AuthEndpoint>);
  return endpoints
    .filter(({ path = "" }) => auth.openPaths.has(path))
    .flatMap(({ path = "", options: { method = "GET", body } = {} }) =>
      [method]
        .flat()
        .filter((each) => isOpenMethod(path, each))
        .map((each): Target => ({
          name: `auth ${path}`,
          method: each,
          path: `/api/auth${path.replaceAll(/:(\w+)/g, "{$1}")}`,
          encoding: body && each !== "GET" ? "json" : "query",
          input: body && each !== "GET" ? toJsonSchema(body) : anyParameters,
        })),
    );
}

/** Every path of the route tree: as a page or download, and with a body. */
function routes(): Target[] {
  const source = readFileSync(join(projectDir, "src/routeTree.gen.ts"), "utf8");
  const paths = /fullPaths:(.*?);?\n\s*fileRoutesByTo/s.exec(source)?.[1] ?? "";
  return [...paths.matchAll(/"(.+)"/g)].flatMap(([, fullPath = ""]): Target[] => {
    const path = fullPath.replace(/\$(\w*)/g, (_, name: string) => `{${name || "rest"}}`);
    const types = bodyRules.find((rule) => rule.path.test(path))?.contentTypes ?? ["application/json"];
    return [
      { name: `GET ${path}`, method: "GET", path, encoding: "query", input: anyParameters },
      ...types.map((contentType): Target => ({
        name: `POST ${path} ${contentType}`,
        method: "POST",
        path,
        encoding: /form/.test(contentType) ? "form" : /json/.test(contentType) ? "json" : "bytes",
        contentType,
        input: anyParameters,
      })),
    ];
  });
}

/** The ids that the browser calls. */
function serverFunctions(): Target[] {
  const folder = join(projectDir, "dist/client/assets");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const ids = scripts.flatMap(
    (name) => readFileSync(join(folder, name), "utf8").match(/\b[\da-f]{64}\b/g) ?? [],
  );
  return [...new Set(ids), "{id}", ""].flatMap((id): Target[] =>
    (["GET", "POST"] as const).map((method) => ({
      name: `${method} server function ${id.slice(0, 8)}`,
      method,
      path: `/_serverFn/${id}`,
      encoding: method === "GET" ? "query" : "json",
      input: anyParameters,
    })),
  );
}

/** Paths that the HTTP server handles without the application. */
function serverPaths(): Target[] {
  const paths = ["/up", "/ready", "/files/{name}", "/assets/{name}", "/{name}"].map((path) => ({
    name: `server ${path}`,
    method: "GET",
    path,
    encoding: "query" as const,
    input: anyParameters,
  }));
  const reports = policyReportRule.contentTypes.map((contentType) => ({
    name: `POST ${policyReportPath} ${contentType}`,
    method: "POST",
    path: policyReportPath,
    encoding: "json" as const,
    contentType,
    input: z.toJSONSchema(policyReportSchema),
  }));
  return [...paths, ...reports];
}
