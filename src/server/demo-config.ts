import type { Config } from "./config.ts";

/** The settings of a demo: only its own accounts sign in, in its own way. */
export function demoConfig(config: Config): Config {
  const auth = {
    ...config.auth,
    isDemo: true,
    signUp: false,
    requirePasskey: undefined, // optional: passkeys
    // optional: social
    github: undefined,
    google: undefined,
    oidc: undefined,
    // end: social
  };
  return { ...config, auth };
}
