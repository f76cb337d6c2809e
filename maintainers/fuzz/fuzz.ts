import { randomInt } from "node:crypto";
import { Agent, request } from "node:http";
import fc from "fast-check";
import { type Operation, openRestDescription } from "../../testing/openapi.ts";
import type { TestServer } from "../../testing/e2e/support/server.ts";
import { type FuzzRequest, requestsTo } from "./requests.ts";
import type { Target } from "../../testing/targets.ts";
import type { KnownValues } from "./values.ts";

const roles = ["signed out", "user", "admin"] as const;
type Role = (typeof roles)[number];

type FuzzResponse = { status: number; body: string; isJson: boolean; setCookies: string[] };

/** Sends requests to a server of its own, signed out, as a user and as an administrator. */
export type Fuzzer = {
  /**
   * Sends `runs` requests to a target.
   * @throws with the smallest request that it found to get a wrong response
   */
  fuzz(target: Target, options: { runs: number; seed: number }): Promise<void>;
  requestCount(): number;
  /** The lines of the server's log that contain a stack or an error. */
  loggedErrors(): string[];
  close(): void;
};

export async function createFuzzer(server: TestServer): Promise<Fuzzer> {
  const agent = new Agent({ keepAlive: true });
  const cookies: Record<Role, string> = { "signed out": "", user: "", admin: "" };
  const known: KnownValues = { ids: [], cursors: [] };

  let requestCount = 0;
  const send = (sent: FuzzRequest, role: Role) => {
    requestCount += 1;
    return sendRequest(server.url, agent, sent, cookies[role]);
  };
  const signIn = async (role: Role) => {
    if (role !== "signed out") cookies[role] = await signInAs(server, role, send);
  };

  const rest = await openRestDescription();
  const operations = new Map(rest.operations.map((operation) => [operation.operationId, operation]));

  /** What is wrong with an answer of REST, by its description. */
  function restProblemOf({ operationId }: Target, sent: FuzzRequest, response: FuzzResponse) {
    const operation = operations.get(operationId);
    // Other addresses, methods and content types are rejected before the operation.
    if (operation?.method !== sent.method || !response.isJson || isElsewhere(response)) return undefined;
    return rest.responseProblemOf(operation, response.status, JSON.parse(response.body));
  }

  async function check(target: Target, sent: FuzzRequest, role: Role) {
    const response = await send(sent, role);
    if (response.status === 401) await signIn(role);
    const problem = problemOf(sent, response) ?? restProblemOf(target, sent, response);
    if (problem) throw new Error(`${problem}: ${response.status} ${response.body.slice(0, 300)}`);
  }

  /** The request that the description shows, for a record that exists. */
  function exampleRequest({ method, path }: Target, operation?: Operation): FuzzRequest {
    const [id = ""] = known.ids;
    const example = exampleBodyOf(operation);
    const body = example === undefined ? undefined : Buffer.from(JSON.stringify(example));
    const headers: Record<string, string> = body ? { "content-type": "application/json" } : {};
    return { method, path: path.replaceAll(/\{\w+\}/g, id), headers, ...(body && { body }) };
  }

  await signIn("user");
  await signIn("admin");
  const sorts = ["title", "author", "genre", "publisher", "createdAt", "updatedAt"];
  for (const path of [...sorts.map((sort) => `/books?sort=${sort}`), "/genres", "/account/sessions"]) {
    const { body } = await send({ method: "GET", path: `/api/rest${path}`, headers: {} }, "admin");
    known.ids.push(...(body.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []).slice(0, 20));
    known.cursors.push(...[...body.matchAll(/"next":"([^"]+)"/g)].map(([, cursor = ""]) => cursor));
  }

  return {
    async fuzz(target, { runs, seed }) {
      const operation = operations.get(target.operationId);
      for (const role of operation ? roles : []) await check(target, exampleRequest(target, operation), role);
      const sent = fc.tuple(requestsTo(target, known), fc.constantFrom(...roles));
      await fc.assert(
        fc.asyncProperty(sent, ([fuzzRequest, role]) => check(target, fuzzRequest, role)),
        { numRuns: runs, seed },
      );
    },
    requestCount: () => requestCount,
    loggedErrors: () =>
      server
        .log()
        .split("\n")
        .filter((line) => /"level":[56]0|"stack"/.test(line)),
    close: () => agent.destroy(),
  };
}

/** A changed path leads to no operation, or to others, which have other methods. */
function isElsewhere({ status }: FuzzResponse): boolean {
  return status === 404 || status === 405;
}

/** What is wrong with a response, for any request at all. */
function problemOf({ path }: FuzzRequest, { status, body }: FuzzResponse): string | undefined {
  if (status >= 500) return "The server failed";
  if (status < 400 || !path.startsWith("/api/") || !body.startsWith("{")) return undefined;
  const { json, ...error } = JSON.parse(body) as { code?: unknown; json?: { code?: unknown } };
  return typeof (json ?? error).code === "string" ? undefined : "The error has no code";
}

async function signInAs(
  server: TestServer,
  role: "user" | "admin",
  send: (sent: FuzzRequest, role: Role) => Promise<FuzzResponse>,
): Promise<string> {
  const { email } = await server.addPerson({ role });
  const headers = { "content-type": "application/json" };
  const post = (path: string, body: object) =>
    send(
      { method: "POST", path: `/api/auth${path}`, headers, body: Buffer.from(JSON.stringify(body)) },
      "signed out",
    );
  // The cookie of the first response belongs to the code.
  const asked = await post("/email-otp/send-verification-otp", { email, type: "sign-in" });
  const otp = await server.mail.codeFor(email);
  const cookie = cookieHeader(asked);
  const body = Buffer.from(JSON.stringify({ email, otp }));
  const signedIn = await send(
    { method: "POST", path: "/api/auth/sign-in/email-otp", headers: { ...headers, cookie }, body },
    "signed out",
  );
  if (signedIn.status !== 200) throw new Error(`Signing in failed: ${signedIn.status} ${signedIn.body}`);
  return cookieHeader(signedIn);
}

function cookieHeader({ setCookies }: FuzzResponse): string {
  return setCookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

/** Sends a request with an address of its own, so that the limits of a client don't end the test. */
function sendRequest(
  url: string,
  agent: Agent,
  { method, path, headers, body }: FuzzRequest,
  cookie: string,
): Promise<FuzzResponse> {
  const { host, hostname, port, origin } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ hostname, port, path, method, agent },
        headers: {
          ...{
            host,
            origin,
            cookie,
            "x-forwarded-for": Array.from({ length: 4 }, () => randomInt(1, 255)).join("."),
          },
          ...(body && { "content-length": String(body.byteLength) }),
          ...headers,
        },
      },
      (incoming) => {
        const status = incoming.statusCode ?? 0;
        const isJson = incoming.headers["content-type"] === "application/json";
        const setCookies = incoming.headers["set-cookie"] ?? [];
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        const end = () => resolve({ status, setCookies, isJson, body: Buffer.concat(chunks).toString() });
        incoming.once("end", end);
        incoming.once("error", end);
        // A stream of live updates has no end.
        if (incoming.headers["content-type"]?.startsWith("text/event-stream")) {
          incoming.destroy();
          end();
        }
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** The body that an operation's description shows; undefined if it takes none. */
function exampleBodyOf(operation: Operation | undefined): unknown {
  const body = operation?.requestBody;
  return body && "content" in body ? body.content["application/json"]?.example : undefined;
}
