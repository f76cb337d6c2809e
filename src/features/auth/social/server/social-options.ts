import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { SessionServices } from "../../sessions/server/create-session.ts";
import { openIdPlugin } from "./openid.ts";
import { socialRules } from "./social-rules.ts";

type Services = Omit<SessionServices, "config"> & {
  database: Database;
  config: Pick<Config, "baseUrl" | "auth">;
};

/** better-auth's options for the providers that are configured. */
export function socialOptions({ github, google, signUp }: Config["auth"]) {
  return {
    account: {
      encryptOAuthTokens: true,
      // In a cookie, who knows AUTH_SECRET could make one that links an account to any user.
      storeStateStrategy: "database",
      accountLinking: {
        enabled: true,
        trustedProviders: [],
        // Signing in links an account only if the emails are the same; on the account page, users choose.
        allowDifferentEmails: true,
      },
    },
    socialProviders: {
      ...(github && { github: { ...github, disableSignUp: !signUp } }),
      ...(google && { google: { ...google, disableSignUp: !signUp } }),
    },
  } satisfies BetterAuthOptions;
}

/** better-auth's plugins for social sign-in. */
export function socialPlugins(services: Services): BetterAuthPlugin[] {
  const { oidc, signUp } = services.config.auth;
  return [socialRules(services), ...(oidc ? [openIdPlugin({ ...oidc, isSignUpAllowed: signUp })] : [])];
}
