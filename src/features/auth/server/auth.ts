import { type BetterAuthOptions, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { admin } from "better-auth/plugins/admin";
import { createAccessControl } from "better-auth/plugins/access";
import { defaultRole, roles, statement } from "#access.ts";
import { user } from "#features/users/table.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { createSemaphore, type Semaphore } from "#server/limits/semaphore.ts";
import type { Secrets } from "#server/secret.ts";
import { normalizeEmail } from "../email.ts";
import type { PrepareCodeMail } from "../codes/server/request-code.ts";
import { codePlugin, type CodePluginOptions } from "../codes/server/plugin.ts";
import {
  cookieAttributes,
  cookieKey,
  cookiePrefix,
  sessionCookieName,
  sessionRenewalSeconds,
  sessionSeconds,
} from "./cookies.ts";
import { openIdPlugin } from "../social/server/openid.ts";
import { passkeyPlugin } from "../passkeys/server/plugin.ts";
import { checkName } from "../name.ts";
import { serializeError } from "#server/log.ts";
import { deviceOf } from "./client-device.ts";
import { account, session, verification } from "../table.ts";
import { withoutTokens } from "./tokens.ts";

export type AuthOptions = {
  config: Pick<Config, "baseUrl" | "auth">;
  database: Database;
  secrets: Secrets;
  log: Pick<Log, "error" | "warn" | "info" | "debug">;
  prepareCodeMail: PrepareCodeMail;
  languageOf: CodePluginOptions["languageOf"];
};

/** The authentication service: what it is made of, and better-auth, set up as this product needs it. */
export type Auth = AuthOptions & {
  service: ReturnType<typeof createService>;
  semaphore: Semaphore;
};

/** How many requests work at once: fewer than there are database connections, some of which are for everything else. */
const requestsAtOnce = 8;

/** Makes the authentication service. Of people it keeps nothing in memory: any number of instances may serve at once. */
export function createAuth(options: AuthOptions): Auth {
  return { ...options, service: createService(options), semaphore: createSemaphore(requestsAtOnce) };
}

function createService(options: AuthOptions) {
  const { config, database, secrets } = options;
  const { origin } = config.baseUrl;
  const access = createAccessControl(statement);

  return betterAuth({
    baseURL: origin,
    basePath: "/api/auth",
    // Given so, no variable in the environment can take its place.
    secrets: [{ version: 1, value: cookieKey(secrets) }],
    trustedOrigins: [origin],
    database: drizzleAdapter(database.sql, {
      provider: "pg",
      transaction: true,
      schema: { user, session, account, verification },
    }),
    session: { expiresIn: sessionSeconds, updateAge: sessionRenewalSeconds, cookieCache: { enabled: false } },
    user: { additionalFields: { onboardedAt: { type: "date", required: false, input: false } } },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true, trustedProviders: [] } },
    verification: { storeIdentifier: "hashed" },
    socialProviders: socialProviders(config.auth),
    plugins: [
      codePlugin({ ...options, signUp: config.auth.signUp }),
      passkeyPlugin(options),
      ...(config.auth.oidc ? [openIdPlugin({ ...config.auth.oidc, signUp: config.auth.signUp })] : []),
      admin({
        ac: access,
        roles: { user: access.newRole(roles.user), admin: access.newRole(roles.admin) },
        defaultRole,
        adminUserIds: config.auth.adminUserIds,
        bannedUserMessage: "You have been banned from this application",
      }),
    ],
    databaseHooks: {
      user: { create: { before: async (created, context) => ({ data: newUser(created, context?.path) }) } },
      session: {
        create: {
          before: async (_, context) => ({ data: context?.headers ? deviceOf(context.headers) : {} }),
        },
      },
    },
    hooks: {
      // No script in a browser ever sees a session's token.
      after: createAuthMiddleware(async (context) => {
        const { returned } = context.context;
        if (isAnswer(returned)) return context.json(withoutTokens(returned));
      }),
    },
    advanced: {
      // The prefix does more than better-auth's own, and both at once would contradict each other.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(config),
      defaultCookieAttributes: cookieAttributes(config),
      cookies: { session_token: { name: sessionCookieName(config) } },
      database: { generateId: "uuid" },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
    },
    // Budgets in the database take its place (code-plugin/budgets.ts).
    rateLimit: { enabled: false },
    onAPIError: {
      errorURL: `${origin}/login/error`,
      // What is no answer is thrown on to our handler, which logs it: better-auth would print it, parameters and all.
      onError: (error) => {
        if (!(error instanceof APIError)) throw error;
      },
    },
    logger: {
      level: "warn",
      disableColors: true,
      log: (level, message, ...details) => {
        const [err] = details.filter((detail) => detail instanceof Error).map(serializeError);
        options.log[level]({ ...(err && { err }) }, `better-auth: ${message}`);
      },
    },
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions);
}

function socialProviders({ github, google, signUp }: Config["auth"]): BetterAuthOptions["socialProviders"] {
  return {
    ...(github && { github: { ...github, disableSignUp: !signUp } }),
    ...(google && { google: { ...google, disableSignUp: !signUp } }),
  };
}

/**
 * A new account as it is stored, whoever says what is in it: addresses in their one form, names checked, no picture.
 * @throws where the address is none, or where a social provider does not vouch for it.
 */
function newUser(created: { email: string; emailVerified: boolean; name?: string | null }, path = "") {
  const email = normalizeEmail(created.email);
  if (!email) throw new APIError("BAD_REQUEST", { code: "INVALID_EMAIL", message: "Invalid email" });
  if (path.startsWith("/callback/") && !created.emailVerified) {
    throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED", message: "Email not verified" });
  }
  const { name, problem } = checkName(created.name ?? "");
  return { email, name: problem ? null : name, image: null } as unknown as { email: string };
}

function isAnswer(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && !(value instanceof Error) && !(value instanceof Response)
  );
}
