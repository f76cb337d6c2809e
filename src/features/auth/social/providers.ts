import type { Config } from "#server/config.ts";

/** A social provider on the login page. */
export type SocialProvider = { id: "github" | "google" | "oidc"; name: string };

type Settings = Pick<Config["auth"], "github" | "google" | "oidc">;

/** The providers that are configured (decisions: "Social sign-in"). */
export function socialProviders({ github, google, oidc }: Settings): SocialProvider[] {
  const providers: (SocialProvider | undefined)[] = [
    github && { id: "github", name: "GitHub" },
    google && { id: "google", name: "Google" },
    oidc && { id: "oidc", name: oidc.name },
  ];
  return providers.filter((provider) => provider !== undefined);
}

/** The origins that the login page's forms redirect to. Its Content-Security-Policy must allow them. */
export function providerOrigins({ github, google, oidc }: Settings): string[] {
  const origins = [
    github && "https://github.com",
    google && "https://accounts.google.com",
    oidc && new URL(oidc.issuer).origin,
  ];
  return origins.filter((origin) => origin !== undefined);
}
