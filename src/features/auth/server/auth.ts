import { createHash } from "node:crypto";
import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { APIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { eq } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { type Log, serializeError } from "#server/log.ts";
import type { Secrets } from "#server/secret.ts";
import type { PrepareCodeMail } from "../codes/server/request-code.ts";
import { impersonationEndpoints } from "../impersonation/server/impersonation-endpoints.ts";
import { checkName } from "../name.ts";
import { passkeyEndpoints } from "../passkeys/server/passkey-endpoints.ts";
import { newSession, type SessionServices } from "../sessions/server/create-session.ts";
import { sessionAdapter } from "../sessions/server/session-adapter.ts";
import { sessionEndpoints } from "../sessions/server/session-endpoints.ts";
import { socialOptions, socialPlugins } from "../social/server/social-options.ts";
import { isBanned } from "../store.ts";
import { account, session, verification } from "../table.ts";
import { recordSignUp, securityContext } from "./auth-activity.ts";
import { cookieAttributes, cookieKeys, cookieName, cookiePrefix, sessionLifetime } from "./cookies.ts";
import { checkRequest, checkResponse, openEndpoint, openPaths } from "./endpoint-rules.ts";
import { operationEndpoints } from "./operation-endpoints.ts";
import { plugins, pluginTables } from "./plugins.ts";
import { clientAddressHeader, clientOf } from "./request-client.ts";
import { apiError, failure } from "./results.ts";
import { signInEndpoints } from "./sign-in-endpoints.ts";
import { createSlots, type RunInSlot } from "./slots.ts";
import { normalizeEmailStrictly } from "./strict-email.ts";

export type AuthOptions = {
  config: Pick<Config, "baseUrl" | "auth" | "smtpUrl">;
  database: Database;
  secrets: Secrets;
  log: Pick<Log, "error" | "warn" | "info" | "debug">;
  prepareCodeMail: PrepareCodeMail;
  languageOf: SessionServices["languageOf"];
  /** Further plugins of better-auth, and their tables. */
  plugins?: BetterAuthPlugin[];
  pluginTables?: Record<string, object>;
};

/** The authentication service: its services, and better-auth configured for this product. */
export type Auth = AuthOptions & {
  betterAuth: ReturnType<typeof createBetterAuth>["betterAuth"];
  /** The paths of the endpoints that exist for requests. */
  openPaths: ReadonlySet<string>;
  runInSlot: RunInSlot;
};

/** Creates the authentication service. It has no state of its own, so several instances can run at once. */
export function createAuth(options: AuthOptions): Auth {
  return {
    ...options,
    ...createBetterAuth(options),
    runInSlot: createSlots(),
  };
}

function createBetterAuth(options: AuthOptions) {
  const { config, database, secrets, log } = options;
  const { origin } = config.baseUrl;
  const ownPlugins = [
    signInEndpoints(options),
    passkeyEndpoints(options), // optional: passkeys
    sessionEndpoints(options),
    impersonationEndpoints(options), // optional: impersonation
    operationEndpoints(options),
  ] as const;
  const otherPlugins: BetterAuthPlugin[] = [
    ...socialPlugins(options), // optional: social
    ...(options.plugins ?? plugins),
  ];
  const open = openPaths([...ownPlugins, ...otherPlugins]);

  const service = betterAuth({
    baseURL: origin,
    basePath: "/api/auth",
    // Set here, so that no environment variable overrides it.
    secrets: cookieKeys(secrets).map((value) => ({ version: keyVersion(value), value })),
    trustedOrigins: [origin],
    database: sessionAdapter(options, {
      user,
      session,
      account,
      verification,
      ...(options.pluginTables ?? pluginTables),
    }),
    // Our lookup renews sessions: better-auth doesn't know their absolute lifetime.
    session: {
      expiresIn: sessionLifetime(options).seconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    user: { additionalFields: { onboardedAt: { type: "date", required: false, input: false } } },
    verification: { storeIdentifier: "hashed" },
    ...socialOptions(config.auth), // optional: social
    plugins: [...ownPlugins, ...otherPlugins],
    databaseHooks: {
      user: {
        create: {
          before: (created) => Promise.resolve({ data: newUser(created) }),
          after: async (created, context) => {
            if (!context?.headers) return;
            const client = clientOf(context.headers);
            await recordSignUp(database.sql, securityContext(options, client, created), created);
          },
        },
      },
      // Of other ways to sign in than ours: better-auth inserts the session itself.
      session: {
        create: {
          before: async ({ userId }, context) => {
            const [owner] = await database.sql.select().from(user).where(eq(user.id, userId));
            if (owner && (await isBanned(database.sql, owner))) throw apiError(failure("BANNED_USER"));
            const client = context?.headers && clientOf(context.headers);
            return { data: client ? newSession(client) : {} };
          },
        },
      },
    },
    hooks: { before: checkRequest, after: checkResponse },
    advanced: {
      // `cookiePrefix` does more than better-auth's own prefix, and both together would conflict.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(config),
      defaultCookieAttributes: cookieAttributes(config),
      cookies: { session_token: { name: cookieName(config, "session") } },
      database: { generateId: "uuid" },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    // For each client and path, in the database. What is false has limits of its own.
    rateLimit: {
      enabled: true,
      window: 60,
      max: 100,
      customRules: {
        "/email-otp/send-verification-otp": false,
        "/sign-in/email-otp": false,
        "/passkey/generate-authenticate-options": false, // optional: passkeys
        "/passkey/verify-authentication": false, // optional: passkeys
      },
      customStorage: {
        consume: async (clientAndPath, { window, max }) => {
          const [client = "", path = ""] = clientAndPath.split("|");
          const key = `auth ${client} ${openEndpoint(open, path)}`;
          const limit = { key, limit: max, windowSeconds: window };
          const { allowed, retryAfterSeconds } = await consumeLimit(database, limit);
          return { allowed, retryAfter: allowed ? null : retryAfterSeconds };
        },
      },
    },
    onAPIError: {
      errorURL: `${origin}/login/error`,
      // Our handler logs errors that are no responses: better-auth would print them with their parameters.
      throw: true,
    },
    logger: {
      level: "warn",
      disableColors: true,
      // It reports clients' mistakes at the level error, with stacks. Failures are thrown, and our handler logs them.
      log: (level, message, ...details) => {
        const [error] = details.filter((detail) => detail instanceof Error).map(serializeError);
        const err = error && { name: error.name, message: error.message };
        log[level === "error" ? "warn" : level]({ ...(err && { err }) }, `better-auth: ${message}`);
      },
    },
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions);
  return { betterAuth: service, openPaths: open };
}

/** A number of 31 bits by which better-auth finds the key of an encrypted token again, whatever its place in the list. */
function keyVersion(key: string): number {
  return createHash("sha256").update(key).digest().readUInt32BE() >>> 1;
}

/**
 * A new account as it is stored: the email normalized, the name checked, no picture.
 * @throws if the email is invalid
 */
function newUser(created: { email: string; name?: string | null }) {
  const email = normalizeEmailStrictly(created.email);
  if (!email) throw new APIError("BAD_REQUEST", { code: "INVALID_EMAIL", message: "Invalid email" });
  const { name, problem } = checkName(created.name ?? "");
  return { email, name: problem ? null : name, image: null } as unknown as { email: string };
}
