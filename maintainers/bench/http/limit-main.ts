/**
 * The limit: a minimal node:http program. It checks the session cookie, sends prepared statements, and writes JSON, without
 * routes, permissions, validation, limits, security headers or a log.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { zstdCompressSync } from "node:zlib";
import pg from "pg";
import { createSecrets } from "../../../src/server/secret.ts";
import type { LimitOptions } from "./limit.ts";
import { type BookChanges, type Caller, createStatements } from "./limit-statements.ts";

const options = await new Promise<LimitOptions>((resolve) => process.once("message", resolve));
const statements = createStatements(new pg.Pool({ ...options.connection, max: 10 }));
const [cookieKey = ""] = createSecrets(options.authSecret).hashes("auth", "cookie key");
const stored = new Map(
  options.stored.map(({ body, ...response }) => [
    response.path,
    { ...response, body: Buffer.from(body, "base64") },
  ]),
);

const server = createServer((req, res) => {
  const response = stored.get(req.url ?? "");
  if (response) return void res.writeHead(response.status, response.headers).end(response.body);
  respond(req, res).catch((error: unknown) => {
    console.error(error);
    res.writeHead(500).end();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

async function respond(req: IncomingMessage, res: ServerResponse) {
  const token = readToken(req.headers.cookie ?? "");
  const caller = token === undefined ? undefined : await statements.session(token);
  if (!caller) return void res.writeHead(401).end();
  const output = await callOperation(req, caller);
  const text = JSON.stringify(req.url?.startsWith("/api/rpc/") ? withTimes(output) : output);
  const isCompressed = req.headers["accept-encoding"] === "zstd";
  const body = isCompressed ? zstdCompressSync(text) : Buffer.from(text);
  res.writeHead(200, {
    "content-type": "application/json",
    "content-length": body.byteLength,
    ...(isCompressed && { "content-encoding": "zstd" }),
  });
  res.end(body);
}

async function callOperation(req: IncomingMessage, caller: Caller): Promise<unknown> {
  const { method, url = "" } = req;
  if (url === "/api/auth/get-session") return caller;
  if (url === "/api/rest/books" && method === "GET") return await statements.list();
  if (url === "/api/rest/books") return await statements.create(caller, await readJson(req));
  if (url === "/api/rpc/books/list") {
    await readJson(req);
    return await statements.list();
  }
  if (url === "/api/rpc/books/get") {
    const { json } = await readJson<{ json: { id: string } }>(req);
    return await statements.get(json.id);
  }
  const id = url.slice("/api/rest/books/".length);
  if (method === "PUT") return await statements.update(caller, { ...(await readJson<BookChanges>(req)), id });
  return await statements.get(id);
}

/** The token in the session cookie, if its signature is right. */
function readToken(cookies: string): string | undefined {
  const value = /(?:^|; )flyleaf\.session=([^;]*)/.exec(cookies)?.[1];
  if (value === undefined) return undefined;
  const [token = "", signature = ""] = decodeURIComponent(value).split(".");
  const expected = createHmac("sha256", cookieKey).update(token).digest("base64");
  const isSigned =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return isSigned ? token : undefined;
}

async function readJson<Input>(req: IncomingMessage): Promise<Input> {
  let text = "";
  for await (const chunk of req) text += String(chunk);
  return JSON.parse(text) as Input;
}

/** An output as oRPC writes it: with the paths of its times. */
function withTimes(output: unknown) {
  const isPage =
    typeof output === "object" && output !== null && "items" in output && Array.isArray(output.items);
  const paths = isPage
    ? (output.items as unknown[]).flatMap((_, index) => [
        [1, "items", index, "updatedAt"],
        [1, "items", index, "createdAt"],
      ])
    : [
        [1, "updatedAt"],
        [1, "createdAt"],
      ];
  return { json: output, meta: paths };
}
