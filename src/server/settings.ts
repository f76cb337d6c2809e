import { z } from "zod";
import { brand } from "#brand/brand.ts";
import { appOrigin, databaseUrl, hostOrOrigin, integer, isOrigin, list, url } from "./setting-kinds.ts";

/**
 * The settings by name, those of your features too (docs/settings.md): a name that is not declared here and begins with one
 * of `ownPrefixes` stops the start. Only `readConfig` reads them, once, at start.
 */
export const runtimeSettings = z.object({
  BASE_URL: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: databaseUrl().optional(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_REPLICA_URLS: list(databaseUrl()), // optional: replicas
  REDIS_URL: url("redis:", "rediss:").optional(), // optional: redis
  SMTP_URL: url("smtp:", "smtps:").optional(),
  SMTP_RATE: integer(1, 10_000).optional(),
  MAIL_FROM: z
    .string()
    .regex(/@/, "must contain an email address")
    .default(`${brand.name} <no-reply@localhost>`),
  ASSETS_URL: url("http:", "https:")
    .refine((text) => !URL.canParse(text) || isOrigin(text), "must be an origin, without a path")
    .optional(),
  // optional: bucket
  S3_ENDPOINT: url("http:", "https:")
    .refine((text) => !URL.parse(text)?.username, "must have no user: the key has its own settings")
    .optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  // end: bucket
  AUTH_SECRET: list(
    z.string().min(32, "must be at least 32 characters, or several such secrets, separated by commas"),
  ),
  // Browsers store cookies for at most 400 days.
  AUTH_SESSION_DAYS: integer(1, 400, "a number of days").default(30),
  AUTH_SESSION_MAX_DAYS: integer(1, 3_650, "a number of days").default(90),
  DATABASE_PREPARED_STATEMENTS: z.enum(["on", "off"], "must be on or off").optional(),
  AUTH_SIGNUP: z.enum(["on", "off"], "must be on or off").default("on"),
  AUTH_REQUIRE_PASSKEY: z.enum(["admin"], "must be admin").optional(), // optional: passkeys
  AUTH_ALLOWED_HOSTS: list(hostOrOrigin()),
  AUTH_TRUSTED_ORIGINS: list(appOrigin()),
  AUTH_ADMIN_USER_IDS: list(z.uuid("must be user ids, separated by commas")),
  // optional: social
  AUTH_GITHUB_CLIENT_ID: z.string().optional(),
  AUTH_GITHUB_CLIENT_SECRET: z.string().optional(),
  AUTH_GOOGLE_CLIENT_ID: z.string().optional(),
  AUTH_GOOGLE_CLIENT_SECRET: z.string().optional(),
  AUTH_OIDC_ISSUER: url("http:", "https:").optional(),
  AUTH_OIDC_CLIENT_ID: z.string().optional(),
  AUTH_OIDC_CLIENT_SECRET: z.string().optional(),
  AUTH_OIDC_NAME: z.string().max(40, "must be at most 40 characters").optional(),
  // end: social
  ACTIVITY_RETENTION_DAYS: integer(30, 3_650, "a number of days").default(365),
  REQUESTS_PER_MINUTE: integer(0, 100_000).default(600),
  API_REQUESTS_PER_MINUTE: integer(0, 1_000).default(300), // optional: rest
  BACKUP_PASSPHRASE: z.string().min(12, "must be at least 12 characters").optional(),
  TRUSTED_PROXIES: list(
    z.string().regex(/^[\da-f.:]+(\/\d{1,3})?$/i, "must be addresses or networks, separated by commas"),
  ),
  // Process managers kill a process that takes much longer.
  SHUTDOWN_DELAY: integer(0, 60, "a number of seconds").default(5),
  OTEL_EXPORTER_OTLP_ENDPOINT: url("http:", "https:").optional(), // optional: telemetry
  METRICS_TOKEN: z.string().min(16, "must be at least 16 characters").optional(), // optional: telemetry
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      "must be a log level, for example info",
    )
    .default("info"),
});

/** The settings that are read when the product is built (specification, section 5, "Environment configuration"). */
export const buildSettings = z.object({
  VITE_IS_DEMO: z.enum(["true", "false"], "must be true or false").default("false"), // optional: demo
  VITE_ENV_NAME: z.string().trim().max(40, "must be at most 40 characters").optional(),
  VITE_ENV_EMOJI: z
    .string()
    .regex(/^\p{RGI_Emoji}$/v, "must be an emoji")
    .optional(),
  VITE_ENV_COLOR: z.string().optional(),
  SOURCE_DATE_EPOCH: integer(0, 8_640_000_000_000, "a number of seconds").optional(),
});

/**
 * How names begin that only this product uses, also those of features that it doesn't have. DATABASE_, REDIS_, API_ and others
 * are missing, because hosts set variables of their own with them.
 */
export const ownPrefixes = [
  "ACTIVITY_",
  "ASSETS_",
  "AUTH_",
  "BACKUP_",
  "METRICS_",
  "S3_",
  "SHUTDOWN_",
  "SMTP_",
  "TRUSTED_",
  "VITE_ENV_",
  "VITE_IS_",
];
