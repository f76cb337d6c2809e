import { expect, test } from "vitest";
import { readBuildConfig } from "./build-config.ts";
import { ConfigError, readConfig } from "./config.ts";
import { demoConfig } from "./demo-config.ts";

test("VITE_IS_DEMO makes the build a demo, in which only its own accounts sign in", async () => {
  for (const VITE_IS_DEMO of ["true", "false"])
    expect(await readBuildConfig({ VITE_IS_DEMO })).toEqual({ environment: undefined });
  await expect(readBuildConfig({ VITE_IS_DEMO: "yes" })).rejects.toThrow(ConfigError);
  const { auth } = demoConfig(
    readConfig({
      AUTH_SIGNUP: "on",
      // optional: social
      AUTH_GITHUB_CLIENT_ID: "id",
      AUTH_GITHUB_CLIENT_SECRET: "secret",
      // end: social
      AUTH_REQUIRE_PASSKEY: "admin", // optional: passkeys
    }),
  );
  expect(auth).toMatchObject({
    isDemo: true,
    signUp: false,
    github: undefined, // optional: social
    requirePasskey: undefined, // optional: passkeys
  });
});
