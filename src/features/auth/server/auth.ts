import { createHash } from "node:crypto";
import type { BetterAuthOptions } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { createAccessControl } from "better-auth/plugins/access";
import { admin } from "better-auth/plugins/admin";
import { user } from "#features/users/table.ts";
import { defaultRole, type PermissionDeclarations, type Role, roles } from "#rpc/permissions.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
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
import { mayLinkAccount, reportLinkedAccount } from "../social/server/linked-accounts.ts";
import { openIdPlugin } from "../social/server/openid.ts";
import { account, session, verification } from "../table.ts";
import { recordSignUp, securityContext } from "./auth-activity.ts";
import { clientOf } from "./request-client.ts";
import { cookieAttributes, cookieKeys, cookieName, cookiePrefix, sessionLifetime } from "./cookies.ts";
import { signInEndpoints } from "./endpoints.ts";
import { createSlots, type RunInSlot } from "./slots.ts";
import { normalizeEmailStrictly } from "./strict-email.ts";
import { withoutTokens } from "./tokens.ts";

export type AuthOptions = {
  config: Pick<Config, "baseUrl" | "auth" | "isDemo">;
  database: Database;
  secrets: Secrets;
  log: Pick<Log, "error" | "warn" | "info" | "debug">;
  /** For better-auth's administration endpoints. */
  permissions: PermissionDeclarations;
  prepareCodeMail: PrepareCodeMail;
  languageOf: SessionServices["languageOf"];
};

/** The authentication service: its services, and better-auth configured for this product. */
export type Auth = AuthOptions & {
  betterAuth: ReturnType<typeof createBetterAuth>;
  runInSlot: RunInSlot;
};

/** Creates the authentication service. It has no state of its own, so several instances can run at once. */
export function createAuth(options: AuthOptions): Auth {
  return {
    ...options,
    betterAuth: createBetterAuth(options),
    runInSlot: createSlots(),
  };
}

function createBetterAuth(options: AuthOptions) {
  const { config, database, secrets, log } = options;
  const { origin } = config.baseUrl;
  /** The headers of requests that create a user: the account with which they sign up is not reported. */
  const signUps = new WeakSet<Headers>();
  const access = createAccessControl(actionsOf(options.permissions));

  return betterAuth({
    baseURL: origin,
    basePath: "/api/auth",
    // Set here, so that no environment variable overrides it.
    secrets: cookieKeys(secrets).map((value) => ({ version: keyVersion(value), value })),
    trustedOrigins: [origin],
    database: drizzleAdapter(database.sql, {
      provider: "pg",
      transaction: true,
      schema: { user, session, account, verification },
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
    plugins: [
      signInEndpoints(options),
      ...(config.auth.oidc
        ? [openIdPlugin({ ...config.auth.oidc, isSignUpAllowed: config.auth.signUp })]
        : []),
      admin({
        ac: access,
        roles: Object.fromEntries(
          roles.map((role) => [role, access.newRole(actionsOf(options.permissions, role))]),
        ),
        defaultRole,
        adminUserIds: config.auth.adminUserIds,
        bannedUserMessage: "You have been banned from this application",
      }),
    ],
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
          before: async ({ userId }, context) => await mayLinkAccount(options, userId, context?.headers),
          after: async (linked, context) => {
            if (!context?.headers || signUps.has(context.headers)) return;
            await reportLinkedAccount(options, linked, context.headers);
          },
        },
      },
      // Social sign-in: better-auth inserts the session itself, and these hooks do the rest of `createSession`.
      session: {
        create: {
          before: async ({ expiresAt }, context) => ({
            data: context?.headers ? { ...newSession(options, clientOf(context.headers)), expiresAt } : {},
          }),
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
    hooks: {
      // No script in a browser can read a session's token.
      after: createAuthMiddleware(async (context) => {
        const { returned } = context.context;
        if (isResponseBody(returned)) return context.json(withoutTokens(returned));
      }),
    },
    advanced: {
      // `cookiePrefix` does more than better-auth's own prefix, and both together would conflict.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(config),
      defaultCookieAttributes: cookieAttributes(config),
      cookies: { session_token: { name: cookieName(config, "session") } },
      database: { generateId: "uuid" },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
    },
    // The database's rate limits replace it (codes/server/rate-limits.ts).
    rateLimit: { enabled: false },
    onAPIError: {
      errorURL: `${origin}/login/error`,
      // Our handler logs other errors: better-auth would print them with their parameters.
      onError: (error) => {
        if (!(error instanceof APIError)) throw error;
      },
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
}

/** The actions on each resource, as better-auth takes them: all, or those that a role may take. */
export function actionsOf(permissions: PermissionDeclarations, role?: Role): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(permissions).map(([resource, actions]) => [
      resource,
      Object.keys(actions).filter((action) => !role || actions[action]?.includes(role)),
    ]),
  );
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

function isResponseBody(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && !(value instanceof Error) && !(value instanceof Response)
  );
}
