import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Config } from "#server/config.ts";

type Settings = NonNullable<Config["auth"]["oidc"]> & { isSignUpAllowed: boolean };

/**
 * Sign-in with the OpenID Connect provider of AUTH_OIDC_ISSUER. Its discovery document is loaded before its first use, and not at
 * the start like better-auth's: an unreachable provider affects nothing else, and is tried again.
 */
export function openIdPlugin({ issuer, name, clientId, clientSecret, isSignUpAllowed }: Settings) {
  const generic = genericOAuth({
    config: [
      {
        providerId: "oidc",
        name,
        discoveryUrl: `${withoutSlash(issuer)}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ["openid", "email", "profile"],
        requireIdTokenVerification: true,
        disableSignUp: !isSignUpAllowed,
        // Some providers send a string, and every string is truthy.
        mapProfileToUser: (profile) => ({ emailVerified: profile.email_verified === true }),
      },
    ],
  });

  return {
    id: "openid",
    hooks: {
      before: [
        {
          matcher: ({ body, params, context }) =>
            [body?.provider, params?.id].includes("oidc") &&
            !context.socialProviders.some(({ id }) => id === "oidc"),
          handler: createAuthMiddleware(async ({ context, path }) => {
            const initialized = await generic.init({ ...context, socialProviders: [] });
            const [provider] = initialized.context.socialProviders;
            if (provider?.issuer && withoutSlash(provider.issuer) === withoutSlash(issuer))
              context.socialProviders.unshift(provider);
            // Without the provider, better-auth's callback redirects to the error page.
            else if (path !== "/callback/:id")
              throw APIError.from("SERVICE_UNAVAILABLE", generic.$ERROR_CODES.INVALID_OAUTH_CONFIGURATION);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
