import { randomInt, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Config } from "#server/config.ts";
import { toResponse } from "#server/http/text-response.ts";
import { createLog } from "#server/log.ts";
import { createSecrets } from "#server/secret.ts";
import { accessFor } from "#app/access.ts";
import { deleteUser } from "#app/delete-user.server.ts";
import { listUsers } from "#app/list-users.server.ts";
import { access, callerIn, contextFor } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import type { MailLinkPurpose } from "./codes/server/mail-links.ts";
import type { CodeToSend } from "./codes/server/request-code.ts";
import { sessionCookie } from "./server/cookies.ts";
import { type Auth, type AuthOptions, createAuth } from "./server/auth.ts";
import { handleStopForm, handleUnlockForm } from "./server/forms.ts";
import { type AuthHandlerInfo, handleAuthRequest, authPath } from "./server/handler.ts";
import { findSession } from "./sessions/server/find-session.ts";

/** An authentication service with its own database, and the mails that it queued. */
export type TestAuth = { auth: Auth; database: TestDatabase; mails: CodeToSend[] };

type Options = {
  baseUrl?: string;
  auth?: Partial<Config["auth"]>;
  isDemo?: boolean;
  secrets?: readonly [string, ...string[]];
  log?: AuthOptions["log"];
};

export async function createTestAuth(o: Options = {}): Promise<TestAuth> {
  const database = await createTestDatabase();
  const mails: CodeToSend[] = [];
  return { auth: anotherInstance({ database, mails }, o), database, mails };
}

/** Another instance of the service on the same database. */
export function anotherInstance(
  { database, mails }: Pick<TestAuth, "mails"> & { database: AuthOptions["database"] },
  o: Options = {},
): Auth {
  return createAuth({
    config: {
      baseUrl: new URL(o.baseUrl ?? "http://localhost:3000"),
      isDemo: o.isDemo ?? false,
      auth: {
        secrets: [],
        sessionDays: 30,
        sessionMaxDays: 90,
        signUp: true,
        adminUserIds: [],
        requirePasskey: undefined,
        github: undefined,
        google: undefined,
        oidc: undefined,
        ...o.auth,
      },
    },
    database,
    permissions: access.declarations,
    secrets: createSecrets(...(o.secrets ?? (["a secret of 32 characters or more"] as const))),
    log: o.log ?? createLog({ level: "silent", pretty: false }),
    languageOf: ({ headers }) => headers.get("accept-language") ?? "en",
    prepareCodeMail: (mail) => Promise.resolve(() => Promise.resolve(void mails.push(mail))),
  });
}

/** What the route hands to the service with a request. */
export function infoOf(auth: Auth, request: Request, clientAddress: string): AuthHandlerInfo {
  const operationContext = async () => {
    const found = await findSession({ ...auth, headers: request.headers });
    const { adminUserIds } = auth.config.auth;
    const context = contextFor(auth.database, found && callerIn(found, found.user));
    return { ...context, access: accessFor(adminUserIds) };
  };
  const context = { operationContext, services: { config: auth.config } };
  return {
    requestId: "test",
    clientAddress,
    listUsers: (parameters) => listUsers(parameters, context),
    deleteUser: (body) => deleteUser(body, context),
  };
}

export type TestResponse = { status: number; body: unknown; headers: Headers; setCookies: string[] };

/** A browser that stores cookies, by default with a random network address. */
export function createBrowser(auth: Auth, clientAddress = randomAddress()) {
  const jar = new Map<string, string>();
  const { origin } = auth.config.baseUrl;

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const request = new Request(origin + authPath + path, {
      method,
      headers: {
        ...(method !== "GET" && { origin, "sec-fetch-site": "same-origin" }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(jar.size > 0 && { cookie: cookies() }),
        "user-agent": "Test/1.0",
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const handled = await handleAuthRequest(auth, request, infoOf(auth, request, clientAddress));
    const response = toResponse(handled);
    const setCookies = response.headers.getSetCookie();
    for (const cookie of setCookies) store(cookie);
    const text = await response.text();
    return {
      status: response.status,
      body: text ? parse(text) : undefined,
      headers: response.headers,
      setCookies,
    };
  }

  function store(cookie: string) {
    const [pair = "", ...attributes] = cookie.split("; ");
    const equals = pair.indexOf("=");
    if (attributes.includes("Max-Age=0")) jar.delete(pair.slice(0, equals));
    else jar.set(pair.slice(0, equals), pair.slice(equals + 1));
  }

  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

  return {
    jar,
    clientAddress,
    cookies,
    send,
    get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
    post: (path: string, body: unknown = {}, headers?: Record<string, string>) =>
      send("POST", path, body, headers),
    requestCode: (email: string) =>
      send("POST", "/email-otp/send-verification-otp", { email, type: "sign-in" }),
    verifyCode: (email: string, otp: string) => send("POST", "/sign-in/email-otp", { email, otp }),
    headers: () => new Headers({ cookie: cookies() }),
    /** For the context of operations: stores a cookie. */
    setCookie: store,
    /** For the context of operations: stores the cookie with the session's new token. */
    setSessionToken: (token: string) =>
      store(sessionCookie(auth, { token, expiresAt: new Date(Date.now() + 3_600_000) }).header),
    /** Presses the button of the page that the link in a mail opens. */
    async pressLinkButton(purpose: MailLinkPurpose, token: string) {
      const headers = new Headers({ origin, cookie: cookies() });
      const form = { request: { headers }, context: { requestId: "test", clientAddress } };
      const result = await (purpose === "unlock" ? handleUnlockForm : handleStopForm)(auth, form, token);
      for (const cookie of result.setCookies) store(cookie);
      return result;
    },
  };
}

/** Requests a code and signs in with it. */
export async function signIn(
  { auth, mails }: Pick<TestAuth, "auth" | "mails">,
  email = randomEmail(),
  browser = createBrowser(auth),
) {
  await browser.requestCode(email);
  const response = await browser.verifyCode(email, codeFor(mails, email));
  return { browser, email, response };
}

/** Makes a user's session an impersonation by an administrator for an hour. Both have one session. */
export async function makeImpersonation(
  { sql: database }: Pick<TestDatabase, "sql">,
  { userId, administratorId }: { userId: string; administratorId: string },
): Promise<void> {
  await database.execute(sql`
    update session set impersonated_by = own.user_id, administrator_session_id = own.id,
      created_at = now(), expires_at = now() + interval '1 hour'
    from session as own where session.user_id = ${userId} and own.user_id = ${administratorId}`);
}

/** The last code that was sent to an email. */
export function codeFor(mails: CodeToSend[], email: string): string {
  const mail = mails.findLast((sent) => sent.email === email);
  if (!mail) throw new Error(`No code was sent to ${email}`);
  return mail.code;
}

/** A different code. */
export function wrongCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, "0");
}

/** Moves all rate limits, codes and links back in time. */
export async function passTime({ sql: database }: Pick<TestDatabase, "sql">, seconds: number): Promise<void> {
  const ago = sql`make_interval(secs => ${seconds})`;
  await database.execute(
    sql`update budget set spent_at = array(select spent - ${ago} from unnest(spent_at) as spent)`,
  );
  await database.execute(sql`update sign_in_code set expires_at = expires_at - ${ago}`);
  await database.execute(sql`update mail_link set expires_at = expires_at - ${ago}`);
}

export const randomEmail = () => `${randomUUID()}@example.com`;

export const randomAddress = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
