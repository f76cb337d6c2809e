import type { OAuthProvider } from "@better-auth/core/oauth2";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Config } from "#server/config.ts";

type Settings = NonNullable<Config["auth"]["oidc"]> & { isSignUpAllowed: boolean };

/**
 * Sign-in with the OpenID Connect provider of AUTH_OIDC_ISSUER. Its discovery document is loaded on first use: an
 * unreachable provider affects nothing else, and is tried again.
 */
export function openIdPlugin(settings: Settings) {
  const generic = genericOAuth({
    config: [
      {
        providerId: "oidc",
        name: settings.name,
        discoveryUrl: `${withoutSlash(settings.issuer)}/.well-known/openid-configuration`,
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
        scopes: ["openid", "email", "profile"],
        requireIdTokenVerification: true,
        disableSignUp: !settings.isSignUpAllowed,
        // Some providers send a string, and every string is truthy.
        mapProfileToUser: (profile) => ({ emailVerified: profile.email_verified === true }),
      },
    ],
  });

  return {
    id: "openid",
    $ERROR_CODES: generic.$ERROR_CODES,
    init: (context) => ({
      context: {
        socialProviders: [lazyProvider(settings, () => discover(context)), ...context.socialProviders],
      },
    }),
  } satisfies BetterAuthPlugin;

  /** @throws if the provider is unreachable or its document names another issuer */
  async function discover(context: AuthContext): Promise<OAuthProvider> {
    // Without the existing providers: ours is among them.
    const initialized = await generic.init({ ...context, socialProviders: [] });
    const [provider] = initialized.context.socialProviders;
    if (!provider?.issuer || withoutSlash(provider.issuer) !== withoutSlash(settings.issuer)) {
      throw APIError.from("SERVICE_UNAVAILABLE", generic.$ERROR_CODES.INVALID_OAUTH_CONFIGURATION);
    }
    return provider;
  }
}

/** A provider that is discovered on first use, and cached. */
function lazyProvider(
  { issuer, name, isSignUpAllowed }: Settings,
  discover: () => Promise<OAuthProvider>,
): OAuthProvider {
  let discovered: OAuthProvider | undefined;
  const provider = async () => (discovered ??= await discover());
  return {
    id: "oidc",
    name,
    // Tokens are compared with the spelling in the provider's document.
    get issuer() {
      return discovered?.issuer ?? issuer;
    },
    requiresIdTokenNonce: true,
    options: { disableSignUp: !isSignUpAllowed },
    accountSubject: async (profile) => (await provider()).accountSubject(profile),
    createAuthorizationURL: async (data) => (await provider()).createAuthorizationURL(data),
    validateAuthorizationCode: async (data) => (await provider()).validateAuthorizationCode(data),
    getUserInfo: async (tokens) => {
      const info = await (await provider()).getUserInfo(tokens);
      // The user info must be about the token's user (OpenID Connect Core, section 5.3.2).
      const isSameUser =
        info && tokens.idToken && (info.data as { sub?: unknown }).sub === subjectOf(tokens.idToken);
      return isSameUser ? info : null;
    },
  };
}

/** The user of an ID token whose signature was verified before. */
function subjectOf(idToken: string): unknown {
  const payload = Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString();
  return (JSON.parse(payload) as { sub?: unknown }).sub;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
