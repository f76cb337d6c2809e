/** A social provider on the login page. */
export type SocialProvider = { id: "github" | "google" | "oidc"; name: string };

/** The settings of the providers (src/server/config.ts). */
type Settings = {
  github: object | undefined;
  google: object | undefined;
  oidc: { name: string; issuer: string } | undefined;
};

/** The providers that are configured (decisions: "Social sign-in"). */
export function socialProviders({ github, google, oidc }: Settings): SocialProvider[] {
  const providers: (SocialProvider | undefined)[] = [
    github && { id: "github", name: "GitHub" },
    google && { id: "google", name: "Google" },
    oidc && { id: "oidc", name: oidc.name },
  ];
  return providers.filter((provider) => provider !== undefined);
}

/** The name of a provider, also of one that is no longer configured. */
export function providerName(id: string, configured: readonly SocialProvider[]): string {
  const names: Record<string, string> = { github: "GitHub", google: "Google", oidc: "OpenID Connect" };
  return configured.find((provider) => provider.id === id)?.name ?? names[id] ?? id;
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
