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
import { checkName } from "../name.ts";
import {
  endReplacedSession,
  newSession,
  reportCreatedSession,
  type SessionServices,
} from "../sessions/server/create-session.ts";
import { sessionAdapter } from "../sessions/server/session-adapter.ts";
import { sessionEndpoints } from "../sessions/server/session-endpoints.ts";
import { reportLinkedAccount } from "../social/server/linked-accounts.ts";
import { openIdPlugin } from "../social/server/openid.ts";
import { socialRules } from "../social/server/social-rules.ts";
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
  config: Pick<Config, "baseUrl" | "auth" | "isDemo" | "smtpUrl">;
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
  /** The headers of requests that create a user: the account with which they sign up is not reported. */
  const signUps = new WeakSet<Headers>();
  const ownPlugins = [
    signInEndpoints(options),
    sessionEndpoints(options),
    operationEndpoints(options),
    socialRules(options),
  ] as const;
  const otherPlugins: BetterAuthPlugin[] = [
    ...(config.auth.oidc ? [openIdPlugin({ ...config.auth.oidc, isSignUpAllowed: config.auth.signUp })] : []),
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
    account: {
      encryptOAuthTokens: true,
      accountLinking: {
        enabled: true,
        trustedProviders: [],
        // Signing in links an account only if the emails are the same; on the account page, users choose.
        allowDifferentEmails: true,
      },
    },
    verification: { storeIdentifier: "hashed" },
    socialProviders: socialProviders(config.auth),
    plugins: [...ownPlugins, ...otherPlugins],
    databaseHooks: {
      user: {
        // An earlier owner of the account may have linked the provider, so only a code verifies the email.
        update: {
          before: (changes, context) =>
            Promise.resolve(!(context?.path.startsWith("/callback/") && "emailVerified" in changes)),
        },
        create: {
          before: async (created, context) => {
            if (context?.headers) signUps.add(context.headers);
            return { data: newUser(created, context?.path) };
          },
          after: async (created, context) => {
            if (!context?.headers) return;
            const client = clientOf(context.headers);
            await recordSignUp(database.sql, securityContext(options, client, created), created);
          },
        },
      },
      account: {
        create: {
          after: async (linked, context) => {
            if (!context?.headers || signUps.has(context.headers)) return;
            await reportLinkedAccount(options, linked, context.headers);
          },
        },
      },
      // Social sign-in: better-auth inserts the session itself, and these hooks do the rest of `createSession`.
      session: {
        create: {
          before: async ({ expiresAt, userId }, context) => {
            const [owner] = await database.sql.select().from(user).where(eq(user.id, userId));
            if (owner && (await isBanned(database.sql, owner))) throw apiError(failure("BANNED_USER"));
            const client = context?.headers && clientOf(context.headers);
            return { data: client ? { ...newSession(options, client), expiresAt } : {} };
          },
          after: async (created, context) => {
            if (!context?.headers || !context.path.startsWith("/callback/")) return;
            const client = clientOf(context.headers);
            await endReplacedSession(database.sql, options, client);
            // `path` is the route's pattern.
            const provider = context.params?.id ?? "unknown";
            await reportCreatedSession(database.sql, options, created, client, provider);
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
    // For each client and path, in the database. Codes and passkeys have limits of their own.
    rateLimit: {
      enabled: true,
      window: 60,
      max: 100,
      customRules: {
        "/email-otp/send-verification-otp": false,
        "/sign-in/email-otp": false,
        "/passkey/generate-authenticate-options": false,
        "/passkey/verify-authentication": false,
        // Each stores a row.
        "/sign-in/social": { window: 600, max: 60 },
        "/link-social": { window: 600, max: 60 },
      },
      customStorage: {
        consume: async (clientAndPath, { window, max }) => {
          const [client = "", path = ""] = clientAndPath.split("|");
          const key = `auth ${client} ${openEndpoint(open, path)}`;
          const limit = { key, limit: max, windowSeconds: window };
          const { allowed, retryAfterSeconds } = await consumeLimit(database.sql, limit);
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

/** A number of 31 bits by which better-auth finds the key of a provider's token again, whatever its place in the list. */
function keyVersion(key: string): number {
  return createHash("sha256").update(key).digest().readUInt32BE() >>> 1;
}

function socialProviders({ github, google, signUp }: Config["auth"]): BetterAuthOptions["socialProviders"] {
  return {
    ...(github && { github: { ...github, disableSignUp: !signUp } }),
    ...(google && { google: { ...google, disableSignUp: !signUp } }),
  };
}

/**
 * A new account as it is stored: the email normalized, the name checked, no picture.
 * @throws if the email is invalid, or if a social provider has not verified it
 */
function newUser(created: { email: string; emailVerified: boolean; name?: string | null }, path = "") {
  const email = normalizeEmailStrictly(created.email);
  if (!email) throw new APIError("BAD_REQUEST", { code: "INVALID_EMAIL", message: "Invalid email" });
  if (path.startsWith("/callback/") && !created.emailVerified) {
    throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED", message: "Email not verified" });
  }
  const { name, problem } = checkName(created.name ?? "");
  return { email, name: problem ? null : name, image: null } as unknown as { email: string };
}
