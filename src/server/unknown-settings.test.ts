import { expect, test } from "vitest";
import { readBuildConfig } from "./build-config.ts";
import { ConfigError, readConfig } from "./config.ts";

/** The problems at a start, which are those of a build, too. */
async function problemsOf(env: Record<string, string>): Promise<string[]> {
  const none = () => [];
  const problemsIn = (error: unknown) => {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  };
  const start = await Promise.resolve(env).then(readConfig).then(none, problemsIn);
  expect(await readBuildConfig(env).then(none, problemsIn)).toEqual(start);
  return start;
}

test.each([
  ["AUTH_SIGN_UP", "AUTH_SIGNUP"],
  ["auth_signup", "AUTH_SIGNUP"],
  ["Auth_SignUp", "AUTH_SIGNUP"],
  ["AUTH-SIGNUP", "AUTH_SIGNUP"],
  ["AUTHSIGNUP", "AUTH_SIGNUP"],
  ["AUHT_SIGNUP", "AUTH_SIGNUP"],
  ["AUTH_SIGNUP_", "AUTH_SIGNUP"],
  ["AUTH_ADMIN_USER_ID", "AUTH_ADMIN_USER_IDS"],
  ["AUTH_REQUIRE_PASSKEYS", "AUTH_REQUIRE_PASSKEY"], // optional: passkeys
  ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
  ["TRUST_PROXIES", "TRUSTED_PROXIES"],
  ["BACKUP_PASSPRHASE", "BACKUP_PASSPHRASE"],
  ["SHUTDOWN_DELAY_S", "SHUTDOWN_DELAY"],
  ["SMTP_PORT", "SMTP_URL"],
  ["REQUEST_PER_MINUTE", "REQUESTS_PER_MINUTE"],
  ["API_REQUEST_PER_MINUTE", "API_REQUESTS_PER_MINUTE"], // optional: rest
  ["DATABASE_REPLICA_URL", "DATABASE_REPLICA_URLS"], // optional: replicas
  ["METRIC_TOKEN", "METRICS_TOKEN"], // optional: telemetry
  ["VITE_ISDEMO", "VITE_IS_DEMO"], // optional: demo
  ["VITE_ENV_COLOUR", "VITE_ENV_COLOR"],
])("%s stops the start and the build, which ask whether %s is meant", async (name, setting) => {
  expect(await problemsOf({ [name]: "hidden" })).toEqual([
    `${name} is not a setting: did you mean ${setting}?`,
  ]);
});

test.each(["AUTH_REQUIRE_FINGERPRINT", "VITE_IS_KIOSK", "ASSETS_FOLDER", "S3_ACL", "activity_sink"])(
  "%s, of a feature that the product doesn't have, stops the start and the build",
  async (name) => {
    const setting = expect.stringMatching(
      `^${name} is not a setting: the feature that it belongs to isn't part of this product, or did you mean \\w+\\?$`,
    );
    expect(await problemsOf({ [name]: "on" })).toEqual([setting]);
  },
);

test("a protection is never ignored: without its feature its setting is unknown", () => {
  for (const name of [
    "AUTH_REQUIRE_PASSKEY",
    "VITE_IS_DEMO",
    "METRICS_TOKEN",
    "S3_ENDPOINT",
    "AUTH_OIDC_ISSUER",
  ])
    expect(() => readConfig({ [name]: "x" })).toThrow(name);
});

test.each([
  "AUTH_SIGNUP ",
  " AUTH_SIGNUP",
  "\u{feff}AUTH_SIGNUP",
  "export AUTH_SIGNUP",
  "AUTH_SIGNUP: c2VjcmV0",
])(
  "the name %o, which a file with another syntax can make, stops the start, and what may be its value isn't printed",
  async (name) => {
    expect(await problemsOf({ [name]: "off" })).toEqual([
      "A name that has more characters than AUTH_SIGNUP is not a setting: did you mean AUTH_SIGNUP?",
    ]);
  },
);

test("one message names misspelled settings beside all other problems, without values", () => {
  const read = () =>
    readConfig({ AUTH_SIGN_UP: "s3cret", AUTH_SIGNUP: "Off", TRUSTED_PROXY: "s3cret", PORT: "x" });
  expect(read).toThrow(/AUTH_SIGN_UP.*TRUSTED_PROXY.*PORT.*AUTH_SIGNUP must be on or off/s);
  expect(read).not.toThrow(/s3cret|Off/);
});

test("variables of hosts, other programs and your own that are not misspelled settings stop nothing", async () => {
  const others = {
    // Heroku, Railway, Neon and Vercel, Render, Fly, Netlify, Azure
    DATABASE_CONNECTION_POOL_URL: "postgres://a/b",
    DATABASE_PRIVATE_URL: "postgres://a/b",
    DATABASE_PUBLIC_URL: "postgres://a/b",
    DATABASE_URL_UNPOOLED: "postgres://a/b",
    DATABASE_SSL: "true",
    REDIS_TLS_URL: "rediss://a",
    REDIS_PUBLIC_URL: "redis://a",
    REDIS_PASSWORD: "a",
    POSTGRES_URL_NON_POOLING: "postgres://a/b",
    AWS_ENDPOINT_URL_S3: "https://a",
    RENDER_EXTERNAL_URL: "https://a",
    NETLIFY_AUTH_TOKEN: "a",
    WEBSITE_AUTH_ENABLED: "False",
    // Services in the same namespace of Kubernetes
    AUTH_SERVICE_HOST: "10.0.0.1",
    AUTH_SERVICE_PORT_HTTP: "80",
    AUTH_PORT: "tcp://10.0.0.1:80",
    SMTP_PORT_25_TCP_ADDR: "10.0.0.1",
    // OpenTelemetry, and tools
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "https://a",
    OTEL_SERVICE_NAME: "a",
    SSH_AUTH_SOCK: "/a",
    LOGLEVEL: "debug",
    npm_config_loglevel: "warn",
    "npm_config_//registry.npmjs.org/:_authToken": "a",
    API_KEY: "a",
    EMAIL_FROM: "a@example.com",
    // Your own, read by scripts for browsers
    VITE_ANALYTICS_ID: "a",
    VITE_API_NAME: "a",
    // Without a value, as in files with all names
    AUTH_SIGN_UP: " ",
  };
  expect(await problemsOf(others)).toEqual([]);
});
