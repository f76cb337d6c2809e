import type { OAuthProvider } from "@better-auth/core/oauth2";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Config } from "#server/config.ts";

type Settings = NonNullable<Config["auth"]["oidc"]> & { signUp: boolean };

/**
 * Sign-in with the OpenID Connect provider that AUTH_OIDC_ISSUER names. What it offers is read from its own description
 * when it is first needed: a provider that is away for a while keeps nothing else from working, and is asked again.
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
        disableSignUp: !settings.signUp,
        // Some providers say it as a text, and any text counts as true.
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

  /** @throws where the provider can't be reached, or describes another one. */
  async function discover(context: AuthContext): Promise<OAuthProvider> {
    // Without those there are: ours among them would else be taken for what was found.
    const made = await generic.init({ ...context, socialProviders: [] });
    const [provider] = made.context.socialProviders;
    if (!provider?.issuer || withoutSlash(provider.issuer) !== withoutSlash(settings.issuer)) {
      throw APIError.from("SERVICE_UNAVAILABLE", generic.$ERROR_CODES.INVALID_OAUTH_CONFIGURATION);
    }
    return provider;
  }
}

/** A provider of which everything is asked when it is needed, and kept once it was answered. */
function lazyProvider(
  { issuer, name, signUp }: Settings,
  discover: () => Promise<OAuthProvider>,
): OAuthProvider {
  let known: OAuthProvider | undefined;
  const provider = async () => (known ??= await discover());
  return {
    id: "oidc",
    name,
    // Its answers are compared with the description's own spelling as soon as that is known.
    get issuer() {
      return known?.issuer ?? issuer;
    },
    requiresIdTokenNonce: true,
    options: { disableSignUp: !signUp },
    accountSubject: async (given) => (await provider()).accountSubject(given),
    createAuthorizationURL: async (data) => (await provider()).createAuthorizationURL(data),
    validateAuthorizationCode: async (data) => (await provider()).validateAuthorizationCode(data),
    getUserInfo: async (tokens) => {
      const found = await (await provider()).getUserInfo(tokens);
      // What is told beside the token must be about the same person (OpenID Connect Core, section 5.3.2).
      const isSame =
        found && tokens.idToken && (found.data as { sub?: unknown }).sub === subjectOf(tokens.idToken);
      return isSame ? found : null;
    },
  };
}

/** Who a token is about; its signature was verified before. */
function subjectOf(idToken: string): unknown {
  const payload = Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString();
  return (JSON.parse(payload) as { sub?: unknown }).sub;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
