import { randomInt, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { brand } from "#brand/brand.ts";
import type { Config } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import { createSecrets } from "#server/secret.ts";
import { accessFor } from "#app/access/access.ts";
import { callOperation } from "#app/request/call-operation.server.ts";
import { callerIn, contextFor } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import type { MailLinkPurpose } from "./codes/server/mail-links.ts";
import type { CodeToSend } from "./codes/server/request-code.ts";
import { sessionCookie } from "./server/cookies.ts";
import { type Auth, type AuthOptions, createAuth } from "./server/auth.ts";
import { handleAuthRequest, authPath } from "./server/handler.ts";
import type { AuthRequestInfo } from "./server/request-client.ts";
import { findSession } from "./sessions/server/find-session.ts";

/** The names of our cookies at http. At https, `__Host-` precedes them. */
export const cookieNames = {
  session: `${brand.prefix}.session`,
  administrator: `${brand.prefix}.administrator`,
  challenge: `${brand.prefix}.challenge`,
  browser: `${brand.prefix}.browser`,
  passkey: `${brand.prefix}.passkey`, // optional: passkeys
};

/** An authentication service with its own database, and the mails that it queued. */
export type TestAuth = { auth: Auth; database: TestDatabase; mails: CodeToSend[] };

type Options = {
  baseUrl?: string;
  auth?: Partial<Config["auth"]>;
  smtpUrl?: string;
  secrets?: readonly [string, ...string[]];
} & Pick<Partial<AuthOptions>, "log" | "plugins" | "pluginTables">;

export async function createTestAuth(o: Options = {}): Promise<TestAuth> {
  const database = await createTestDatabase();
  const mails: CodeToSend[] = [];
  return { auth: anotherInstance({ database, mails }, o), database, mails };
}

/** The service of a test file, for as long as its tests run. */
export function testAuth(o: Options = {}): TestAuth {
  const env = {} as TestAuth;
  beforeAll(async () => void Object.assign(env, await createTestAuth(o)));
  afterAll(() => env.database.drop());
  return env;
}

/** Another instance of the service on the same database. */
export function anotherInstance(
  { database, mails }: Pick<TestAuth, "mails"> & { database: AuthOptions["database"] },
  o: Options = {},
): Auth {
  return createAuth({
    config: {
      baseUrl: new URL(o.baseUrl ?? "http://localhost:3000"),
      smtpUrl: o.smtpUrl,
      auth: {
        secrets: [],
        sessionDays: 30,
        sessionMaxDays: 90,
        signUp: true,
        adminUserIds: [],
        isDemo: false, // optional: demo
        requirePasskey: undefined, // optional: passkeys
        // optional: social
        github: undefined,
        google: undefined,
        oidc: undefined,
        // end: social
        ...o.auth,
      },
    },
    database,
    secrets: createSecrets(...(o.secrets ?? (["a secret of 32 characters or more"] as const))),
    log: o.log ?? createLog({ level: "silent" }),
    plugins: o.plugins,
    pluginTables: o.pluginTables,
    languageOf: ({ headers }) => headers.get("accept-language") ?? "en",
    prepareCodeMail: (mail) => Promise.resolve(() => Promise.resolve(void mails.push(mail))),
  });
}

/** What the route hands to the service with a request. @param setCookies gets the cookies that operations set */
export function infoOf(
  auth: Auth,
  request: Request,
  clientAddress: string,
  setCookies: string[] = [],
): AuthRequestInfo {
  const session = async () => {
    const found = await findSession({ ...auth, headers: request.headers });
    if (found?.renewedCookie) setCookies.push(found.renewedCookie);
    return found;
  };
  return {
    requestId: "test",
    clientAddress,
    session,
    async callOperation(path, input) {
      const found = await session();
      const caller = found && {
        ...callerIn(found, found.user),
        impersonatedBy: found.impersonatedBy, // optional: impersonation
      };
      const access = accessFor(auth.config.auth.adminUserIds);
      return await callOperation(
        { ...contextFor(auth.database, caller), access, clientAddress },
        path,
        input,
      );
    },
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
    const setCookies: string[] = [];
    const info = infoOf(auth, request, clientAddress, setCookies);
    const response = await handleAuthRequest(auth, request, info);
    setCookies.push(...response.headers.getSetCookie());
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
      store(sessionCookie(auth, { token, expiresAt: new Date(Date.now() + 3_600_000) })),
    /** Presses the button of the page that the link in a mail opens. */
    pressLinkButton: (purpose: MailLinkPurpose, token: string) =>
      send("POST", "/email-otp/use-link", { purpose, token }),
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

// optional: impersonation
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
// end: impersonation

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
