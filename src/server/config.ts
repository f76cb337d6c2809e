import { resolve } from "node:path";
import { z } from "zod";
import { brand } from "#brand/brand.ts";
import { readGroup } from "./setting-group.ts";
import { databaseUrl, integer, isOrigin, list, url } from "./setting-kinds.ts";
import { StartError } from "./start-error.ts";

/** The runtime settings by name. Only `readConfig` reads the environment, once, at start. */
const settings = z.object({
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

export type Config = ReturnType<typeof readConfig>;

/** Lists every setting that is missing or invalid; never contains a setting's value. */
export class ConfigError extends StartError {
  override name = "ConfigError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Some settings are missing or invalid:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/**
 * Reads and validates every runtime setting (docs/settings.md).
 * @throws ConfigError listing everything that is missing or invalid
 */
export function readConfig(env: NodeJS.ProcessEnv, { projectDir = process.cwd() } = {}) {
  const given = withoutBlanks(env);
  const parsed = settings.safeParse(given);
  const problems: string[] = [];
  if (!parsed.success) problems.push(...parsed.error.issues.map(issueMessage));
  // The rest is checked without the invalid settings, so that one message lists every problem.
  const invalid = parsed.error?.issues.map((issue) => [settingName(issue), undefined]) ?? [];
  const values = parsed.data ?? settings.parse({ ...given, ...Object.fromEntries(invalid) });
  const baseUrl = new URL(branchUrl(env) ?? values.BASE_URL ?? `http://localhost:${values.PORT}`);
  if (!isOrigin(baseUrl.href)) problems.push("BASE_URL must be an origin, without a path");

  // optional: social
  const readClient = (prefix: string) =>
    readGroup(problems, values, { clientId: `${prefix}_CLIENT_ID`, clientSecret: `${prefix}_CLIENT_SECRET` });
  const oidc = readGroup(problems, values, {
    issuer: "AUTH_OIDC_ISSUER",
    clientId: "AUTH_OIDC_CLIENT_ID",
    clientSecret: "AUTH_OIDC_CLIENT_SECRET",
  });
  // end: social

  const config = {
    /** The product's public address: an origin, without a path. */
    baseUrl,
    host: values.HOST,
    port: values.PORT,
    /** Absolute path. */
    dataDir: resolve(projectDir, values.DATA_DIR),
    /** If undefined, the embedded PostgreSQL in `dataDir` is used. */
    databaseUrl: values.DATABASE_URL,
    /** PostgreSQL itself, if `databaseUrl` leads through a connection pooler. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    // optional: replicas
    /** Standbys of it that answer reads, each a server of its own. */
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS,
    // end: replicas
    /** Whether statements may have names. If undefined, the way to the database decides it (`connect`). */
    hasPreparedStatements:
      values.DATABASE_PREPARED_STATEMENTS && values.DATABASE_PREPARED_STATEMENTS === "on",
    // optional: redis
    /** If undefined, PostgreSQL does what Redis or Valkey would do. */
    redisUrl: values.REDIS_URL,
    // end: redis
    /** If undefined, mail is delivered to the embedded mailbox in `dataDir`. */
    smtpUrl: values.SMTP_URL,
    /** How many mails all instances together send in a second. */
    mailsPerSecond: values.SMTP_RATE,
    mailFrom: values.MAIL_FROM,
    /** The origin of a CDN in front of this server, from which browsers load built and stored files. */
    assetsOrigin: values.ASSETS_URL && new URL(values.ASSETS_URL).origin,
    // optional: bucket
    s3: readGroup(problems, values, {
      endpoint: "S3_ENDPOINT",
      region: "S3_REGION",
      bucket: "S3_BUCKET",
      accessKeyId: "S3_ACCESS_KEY_ID",
      secretAccessKey: "S3_SECRET_ACCESS_KEY",
    }),
    // end: bucket
    auth: {
      /** The first signs and encrypts, all verify and decrypt. If empty, a secret is generated and stored in `dataDir`. */
      secrets: values.AUTH_SECRET,
      /** How long a session lives after its last renewal, and in all. */
      sessionDays: values.AUTH_SESSION_DAYS,
      sessionMaxDays: values.AUTH_SESSION_MAX_DAYS,
      signUp: values.AUTH_SIGNUP === "on",
      // optional: passkeys
      /** Users whose sign-in needs a passkey. */
      requirePasskey: values.AUTH_REQUIRE_PASSKEY,
      // end: passkeys
      adminUserIds: values.AUTH_ADMIN_USER_IDS,
      // optional: demo
      /** Whether the build is a read-only demo: `demoConfig` sets it. */
      isDemo: false,
      // end: demo
      // optional: social
      github: readClient("AUTH_GITHUB"),
      google: readClient("AUTH_GOOGLE"),
      /** Any OpenID Connect provider; `name`, by default its host, is the label of its button. */
      oidc: oidc && { ...oidc, name: values.AUTH_OIDC_NAME ?? new URL(oidc.issuer).hostname },
      // end: social
    },
    /** Older entries of the activity are deleted. */
    activityRetentionDays: values.ACTIVITY_RETENTION_DAYS,
    /** REST requests of a user's sessions together; 0 without a limit. */ // optional: rest
    apiRequestsPerMinute: values.API_REQUESTS_PER_MINUTE, // optional: rest
    /** Encrypts backups. */
    backupPassphrase: values.BACKUP_PASSPHRASE,
    trustedProxies: values.TRUSTED_PROXIES,
    /** How long /ready reports that the server is closing before it closes. */
    shutdownDelayMs: values.SHUTDOWN_DELAY * 1_000,
    // optional: telemetry
    /** The OpenTelemetry collector that gets traces. */
    traceEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** What a reader of /metrics sends; without it, there is no such path. */
    metricsToken: values.METRICS_TOKEN,
    // end: telemetry
    logLevel: values.LOG_LEVEL,
  };

  if (config.databaseDirectUrl && !config.databaseUrl)
    problems.push("DATABASE_URL must be set too, because DATABASE_DIRECT_URL is set");
  // optional: replicas
  if (config.databaseReplicaUrls.length > 0 && !config.databaseUrl)
    problems.push("DATABASE_URL must be set too, because DATABASE_REPLICA_URLS is set");
  // end: replicas
  if (baseUrl.protocol === "https:" && config.assetsOrigin?.startsWith("http:"))
    problems.push("ASSETS_URL must start with https://, because BASE_URL does");
  if (config.auth.sessionDays > config.auth.sessionMaxDays)
    problems.push("AUTH_SESSION_MAX_DAYS must be at least AUTH_SESSION_DAYS");
  problems.push(...requiredBeyondLoopback(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Whether a host name or address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d+){3}$/.test(name)
  );
}

/** Whether the product is reachable from this machine only; embedded services are allowed only then. */
export function servesLoopbackOnly(config: Pick<Config, "baseUrl" | "host">): boolean {
  return isLoopback(config.host) && isLoopback(config.baseUrl.hostname);
}

/** Embedded services are for local use only: a public product needs services of its own. */
function requiredBeyondLoopback(config: Config): string[] {
  if (servesLoopbackOnly(config)) return [];
  const missing = [
    !config.databaseUrl && "DATABASE_URL (a PostgreSQL, 15 or newer)",
    !config.smtpUrl && "SMTP_URL (a mail server)",
    config.auth.secrets.length === 0 && "AUTH_SECRET (32 characters or more, the same on every instance)",
  ];
  return missing
    .filter(Boolean)
    .map(
      (name) =>
        `${name} is required when BASE_URL or HOST is not a loopback address: the embedded services are for local use only`,
    );
}

/** The address of a preview deployment's branch, which takes precedence over BASE_URL (specification, section 9). */
function branchUrl(env: NodeJS.ProcessEnv): string | undefined {
  if (env.VERCEL_ENV === "preview" && env.VERCEL_BRANCH_URL) return `https://${env.VERCEL_BRANCH_URL}`;
  if (env.NETLIFY && env.CONTEXT !== "production" && env.DEPLOY_PRIME_URL) return env.DEPLOY_PRIME_URL;
  return undefined;
}

/** Treats blank values as not set: `.env` files often contain names without a value. */
export function withoutBlanks(env: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
}

function settingName(issue: z.core.$ZodIssue): string {
  return String(issue.path[0]);
}

/** The problem of a setting, with its name. */
export function issueMessage(issue: z.core.$ZodIssue): string {
  return `${settingName(issue)} ${issue.message}`;
}
