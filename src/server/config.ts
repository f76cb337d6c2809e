import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { readGroup } from "./setting-group.ts";
import { servedFolderOf } from "./served-folders.ts";
import { isOrigin } from "./setting-kinds.ts";
import { buildSettings, runtimeSettings } from "./settings.ts";
import { StartError } from "./start-error.ts";
import { unknownSettings } from "./unknown-settings.ts";

// Those of the build are only checked.
const settings = runtimeSettings.extend(buildSettings.shape);

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
  const problems = unknownSettings(given);
  if (!parsed.success) problems.push(...parsed.error.issues.map(issueMessage));
  // The rest is checked without the invalid settings, so that one message lists every problem.
  const invalid = parsed.error?.issues.map((issue) => [settingName(issue), undefined]) ?? [];
  const values = parsed.data ?? settings.parse({ ...given, ...Object.fromEntries(invalid) });
  const baseUrl = new URL(branchUrl(env) ?? values.BASE_URL ?? `http://localhost:${values.PORT}`);
  if (!isOrigin(baseUrl.href)) problems.push("BASE_URL must be an origin, without a path");
  const hosts = [baseUrl, ...furtherHosts(values.AUTH_ALLOWED_HOSTS, baseUrl)];
  if (new Set(hosts.map(({ hostname }) => hostname)).size < hosts.length)
    problems.push(
      "AUTH_ALLOWED_HOSTS must have other host names than BASE_URL and one another: browsers share cookies between ports",
    );

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
    /** The product's public address: an origin, without a path. While a request is handled, the one that it asks for (`createServicesByHost`). */
    baseUrl,
    /** All its addresses, that of BASE_URL first. */
    hosts,
    /** The origins of companion apps. */
    trustedOrigins: values.AUTH_TRUSTED_ORIGINS,
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
    /** All requests of a person; half as many of a client without a session; 0 without a limit. */
    requestsPerMinute: values.REQUESTS_PER_MINUTE,
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

  const served = servedFolderOf(config.dataDir);
  if (served)
    problems.push(`DATA_DIR must not be in ${served}/, whose files browsers get: choose another folder`);
  if (config.databaseDirectUrl && !config.databaseUrl)
    problems.push("DATABASE_URL must be set too, because DATABASE_DIRECT_URL is set");
  // optional: replicas
  if (config.databaseReplicaUrls.length > 0 && !config.databaseUrl)
    problems.push("DATABASE_URL must be set too, because DATABASE_REPLICA_URLS is set");
  // end: replicas
  if (hosts.some(({ protocol }) => protocol === "https:") && config.assetsOrigin?.startsWith("http:"))
    problems.push("ASSETS_URL must start with https://, because the product does");
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
export function servesLoopbackOnly(config: Pick<Config, "hosts" | "host">): boolean {
  return isLoopback(config.host) && config.hosts.every(({ hostname }) => isLoopback(hostname));
}

/**
 * Whether requests from elsewhere are rejected, also if a tunnel or proxy on this machine passes them on. The embedded mailbox has the codes
 * of every account. The embedded database has well-known accounts: only a proxy that is trusted on purpose leads to it.
 */
export function isForThisMachine(
  config: Pick<Config, "databaseUrl" | "smtpUrl" | "trustedProxies">,
): boolean {
  return !config.smtpUrl || (!config.databaseUrl && config.trustedProxies.length === 0);
}

/** Embedded services are for local use only: a public product needs services of its own. */
function requiredBeyondLoopback(config: Config): string[] {
  if (servesLoopbackOnly(config)) return [];
  const missing = [
    !config.databaseUrl && "DATABASE_URL (a PostgreSQL, 15 or newer)",
    !config.smtpUrl && "SMTP_URL (a mail server)",
    config.auth.secrets.length === 0 && "AUTH_SECRET (32 characters or more, the same on every instance)",
  ];
  const reason = isLoopback(config.host) ? urlReason(config) : hostReason(config);
  return missing
    .filter(Boolean)
    .map((name) => `${name} is required, because ${reason}: the embedded services are for this machine only`);
}

function urlReason({ baseUrl }: Config): string {
  return isLoopback(baseUrl.hostname)
    ? "AUTH_ALLOWED_HOSTS has hosts that aren't this machine"
    : `BASE_URL is ${baseUrl.origin}`;
}

/** Names the value: conda and csh set HOST for other programs. */
function hostReason({ host }: Config): string {
  const ambient = " (if your shell or conda set it, unset HOST or set it to 127.0.0.1)";
  return `HOST is ${host}${isIP(host) ? "" : ambient}`;
}

/** The other addresses: hosts have the scheme of BASE_URL unless they name another. */
function furtherHosts(given: readonly string[], { protocol, origin }: URL): URL[] {
  const urls = given.map((text) => new URL(text.includes("://") ? text : `${protocol}//${text}`));
  return [...new Set(urls.map((url) => url.origin))]
    .filter((each) => each !== origin)
    .map((each) => new URL(each));
}

/** The address of a preview deployment's branch, which takes precedence over BASE_URL (specification, section 9). */
function branchUrl(env: NodeJS.ProcessEnv): string | undefined {
  if (env.VERCEL_ENV === "preview" && env.VERCEL_BRANCH_URL) return `https://${env.VERCEL_BRANCH_URL}`;
  if (env.NETLIFY && env.CONTEXT !== "production" && env.DEPLOY_PRIME_URL) return env.DEPLOY_PRIME_URL;
  return undefined;
}

/** Removes blanks around values, and treats blank values as not set: `.env` files often contain names without a value. */
export function withoutBlanks(env: Record<string, string | undefined>) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
}

function settingName(issue: z.core.$ZodIssue): string {
  return String(issue.path[0]);
}

/** The problem of a setting, with its name. */
export function issueMessage(issue: z.core.$ZodIssue): string {
  return `${settingName(issue)} ${issue.message}`;
}
