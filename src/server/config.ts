import { resolve } from "node:path";
import { z } from "zod";

/** What a person may set, by name; read once, at start, by `readConfig`. Nothing else reads the environment. */
const settings = z.object({
  BASE_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  PORT: z.coerce.number("must be a number").int().min(0).max(65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: address("postgres:", "postgresql:").optional(),
  DATABASE_REPLICA_URLS: list(address("postgres:", "postgresql:")),
  REDIS_URL: address("redis:", "rediss:").optional(),
  SMTP_URL: address("smtp:", "smtps:").optional(),
  MAIL_FROM: z.string().regex(/@/, "must hold an e-mail address").default("Flyleaf <flyleaf@localhost>"),
  S3_ENDPOINT: address("http:", "https:").optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  AUTH_SECRET: z.string().min(32, "must be at least 32 characters").optional(),
  AUTH_SIGNUP: z.enum(["on", "off"], "must be on or off").default("on"),
  AUTH_ADMIN_USER_IDS: list(z.uuid("must be user ids, separated by commas")),
  AUTH_GITHUB_CLIENT_ID: z.string().optional(),
  AUTH_GITHUB_CLIENT_SECRET: z.string().optional(),
  AUTH_GOOGLE_CLIENT_ID: z.string().optional(),
  AUTH_GOOGLE_CLIENT_SECRET: z.string().optional(),
  AUTH_OIDC_ISSUER: address("http:", "https:").optional(),
  AUTH_OIDC_CLIENT_ID: z.string().optional(),
  AUTH_OIDC_CLIENT_SECRET: z.string().optional(),
  AUTH_OIDC_NAME: z.string().max(40, "must be at most 40 characters").optional(),
  TRUSTED_PROXIES: list(
    z.string().regex(/^[\da-f.:]+(\/\d{1,3})?$/i, "must be addresses or networks, separated by commas"),
  ),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be a level such as info")
    .default("info"),
  OTEL_EXPORTER_OTLP_ENDPOINT: address("http:", "https:").optional(),
});

/** What is fixed when the product is built (specification, section 5, "Environment configuration"). */
const buildSettings = z.object({
  VITE_IS_DEMO: z.enum(["true", "false"], "must be true or false").default("false"),
  VITE_ENV_NAME: z.string().max(40).optional(),
  VITE_ENV_EMOJI: z.emoji("must be an emoji").optional(),
  VITE_ENV_COLOR: z
    .string()
    .regex(/^[a-z]+$|^#[\da-f]{3,8}$/i, "must be a colour's name or hexadecimal value")
    .default("plum"),
});

export type Config = {
  /** Where people reach the product: an origin without path. */
  baseUrl: URL;
  host: string;
  port: number;
  /** Absolute path. */
  dataDir: string;
  /** Without an address, the embedded PostgreSQL in `dataDir` serves. */
  databaseUrl: string | undefined;
  databaseReplicaUrls: string[];
  redisUrl: string | undefined;
  /** Without an address, mail goes to the embedded mailbox in `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  s3:
    | { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
    | undefined;
  auth: {
    /** Without one, a secret is generated into `dataDir`. */
    secret: string | undefined;
    signUp: boolean;
    adminUserIds: string[];
    github: Credentials | undefined;
    google: Credentials | undefined;
    /** Any OpenID Connect provider, by the name that people read on its button. */
    oidc: (Credentials & { issuer: string; name: string }) | undefined;
  };
  trustedProxies: string[];
  logLevel: string;
  otlpEndpoint: string | undefined;
};

type Credentials = { clientId: string; clientSecret: string };

export type BuildConfig = {
  isDemo: boolean;
  environment: { name: string; emoji: string | undefined; color: string } | undefined;
};

/** All that is missing or wrong in the settings, as sentences without any setting's value. */
export class ConfigError extends Error {
  override name = "ConfigError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The settings need attention:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/**
 * Reads and validates every runtime setting (docs/settings.md).
 * @throws ConfigError naming everything that is missing or wrong, never a value.
 */
export function readConfig(env: NodeJS.ProcessEnv, { projectDir = process.cwd() } = {}): Config {
  const given = withoutBlanks(env);
  const parsed = settings.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map(issueMessage);
  // What is wrong is left out and the rest read on, so that one message names everything.
  const values = parsed.data ?? settings.parse(without(given, parsed.error.issues.map(settingName)));
  const baseUrl = new URL(branchUrl(env) ?? values.BASE_URL ?? `http://localhost:${values.PORT}`);
  if (baseUrl.pathname !== "/" || baseUrl.search || baseUrl.hash) {
    problems.push("BASE_URL must be an origin, without a path");
  }

  const config: Config = {
    baseUrl,
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(projectDir, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrls: values.DATABASE_REPLICA_URLS,
    redisUrl: values.REDIS_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    s3: readGroup(problems, values, {
      endpoint: "S3_ENDPOINT",
      region: "S3_REGION",
      bucket: "S3_BUCKET",
      accessKeyId: "S3_ACCESS_KEY_ID",
      secretAccessKey: "S3_SECRET_ACCESS_KEY",
    }),
    auth: {
      secret: values.AUTH_SECRET,
      signUp: values.AUTH_SIGNUP === "on",
      adminUserIds: values.AUTH_ADMIN_USER_IDS,
      github: readGroup(problems, values, {
        clientId: "AUTH_GITHUB_CLIENT_ID",
        clientSecret: "AUTH_GITHUB_CLIENT_SECRET",
      }),
      google: readGroup(problems, values, {
        clientId: "AUTH_GOOGLE_CLIENT_ID",
        clientSecret: "AUTH_GOOGLE_CLIENT_SECRET",
      }),
      oidc: withName(
        readGroup(problems, values, {
          issuer: "AUTH_OIDC_ISSUER",
          clientId: "AUTH_OIDC_CLIENT_ID",
          clientSecret: "AUTH_OIDC_CLIENT_SECRET",
        }),
        values.AUTH_OIDC_NAME,
      ),
    },
    trustedProxies: values.TRUSTED_PROXIES,
    logLevel: values.LOG_LEVEL,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  };

  problems.push(...embeddedPartsBeyondLoopback(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/**
 * Reads and validates what is fixed at build time.
 * @throws ConfigError naming everything that is wrong.
 */
export function readBuildConfig(env: Record<string, string | undefined>): BuildConfig {
  const parsed = buildSettings.safeParse(withoutBlanks(env));
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(issueMessage));
  const { VITE_IS_DEMO, VITE_ENV_NAME, VITE_ENV_EMOJI, VITE_ENV_COLOR } = parsed.data;
  return {
    isDemo: VITE_IS_DEMO === "true",
    environment: VITE_ENV_NAME
      ? { name: VITE_ENV_NAME, emoji: VITE_ENV_EMOJI, color: VITE_ENV_COLOR }
      : undefined,
  };
}

/** Whether a host name or address reaches this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d+){3}$/.test(name)
  );
}

/** Whether the product can only be reached from this machine: then its embedded parts may serve. */
export function servesLoopbackOnly(config: Pick<Config, "baseUrl" | "host">): boolean {
  return isLoopback(config.host) && isLoopback(config.baseUrl.hostname);
}

function embeddedPartsBeyondLoopback(config: Config): string[] {
  if (servesLoopbackOnly(config)) return [];
  const missing = [
    !config.databaseUrl && "DATABASE_URL (a PostgreSQL, 15 or newer)",
    !config.smtpUrl && "SMTP_URL (a mail server)",
    !config.auth.secret && "AUTH_SECRET (32 characters or more, the same on every instance)",
  ].filter((name) => name !== false);
  return missing.map(
    (name) =>
      `${name} is required where BASE_URL or HOST is not a loopback address: embedded parts serve this machine only`,
  );
}

/** A preview deployment is reached at its branch's address, whatever BASE_URL says (specification, section 9). */
function branchUrl(env: NodeJS.ProcessEnv): string | undefined {
  if (env.VERCEL_ENV === "preview" && env.VERCEL_BRANCH_URL) return `https://${env.VERCEL_BRANCH_URL}`;
  if (env.NETLIFY && env.CONTEXT !== "production" && env.DEPLOY_PRIME_URL) return env.DEPLOY_PRIME_URL;
  return undefined;
}

/** Settings that make sense only as a set: all of them, or none. */
function readGroup<Name extends string>(
  problems: string[],
  values: Record<string, unknown>,
  names: Record<Name, string>,
): Record<Name, string> | undefined {
  const entries = Object.entries<string>(names);
  const missing = entries.filter(([, setting]) => !values[setting]).map(([, setting]) => setting);
  if (missing.length === entries.length) return undefined;
  if (missing.length > 0) {
    const given = entries.map(([, setting]) => setting).filter((setting) => !missing.includes(setting));
    problems.push(`${missing.join(", ")} must be set as well, because ${given.join(", ")} is`);
    return undefined;
  }
  return Object.fromEntries(entries.map(([name, setting]) => [name, values[setting]])) as Record<
    Name,
    string
  >;
}

/** A provider without a name is called by its host. */
function withName<Provider extends { issuer: string }>(provider: Provider | undefined, name?: string) {
  return provider && { ...provider, name: name ?? new URL(provider.issuer).hostname };
}

function address(...protocols: string[]) {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    );
}

function list(item: z.ZodType<string, string>) {
  return z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));
}

/** An empty value means the same as none: `.env` files leave names with nothing behind them. */
function withoutBlanks(env: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
}

function without<Value>(record: Record<string, Value>, names: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

function settingName(issue: z.core.$ZodIssue): string {
  return String(issue.path[0]);
}

function issueMessage(issue: z.core.$ZodIssue): string {
  return `${settingName(issue)} ${issue.message}`;
}
