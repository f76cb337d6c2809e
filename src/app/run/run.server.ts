import { isForThisMachine, readConfig, type Config } from "#server/config.ts";
import { demoConfig } from "#server/demo-config.ts";
import { startWriteCheck } from "#server/database/check-writes.ts";
import { measureClock, watchClock } from "#server/database/clock.ts";
import { startCollationCheck } from "#server/database/collations.ts";
import { connect } from "#server/database/connect.ts";
import { startEmbeddedDatabase } from "#server/database/embedded/embedded.ts";
import { migrate } from "#server/database/migrate.ts";
import { replicaDetails } from "#server/database/replicas/replicas.ts";
import { checkDatabase } from "#server/database/requirements.ts";
import { watchDatabase } from "#server/database/watch.ts";
import { openFiles } from "#server/files/files.ts";
import { startHttpServer } from "#server/http/http-server.ts";
import { openImages } from "#server/images/images.ts";
import { createServicesByHost } from "#server/services.ts";
import { createRequestBudgets } from "#server/limits/request-budget.ts";
import { createLog } from "#server/log.ts";
import { guardOutputs } from "#server/output.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { startTracing } from "#server/telemetry/tracing.ts";
import { brand } from "#brand/brand.ts";
import { startMailWorker } from "#server/mail/worker.ts";
import { createTransport } from "#server/mail/transport.ts";
import { StartError } from "#server/start-error.ts";
import { createSecrets, loadAuthSecrets } from "#server/secret.ts";
import { bodyRules } from "../features.server.ts";
import { watchCallers } from "../access/watch-callers.server.ts";
import { addLiveGauge } from "../live/live-gauge.server.ts";
import { openLive } from "../live/open-live.server.ts"; // optional: live
import type { ProcessContext } from "../request/create-request-context.server.ts";
import { addBackupGauge } from "./backup-gauge.server.ts";
import { addGauges } from "./gauges.server.ts";
import { addRedisGauge } from "./redis-gauge.server.ts";
import { startRedis } from "./redis.server.ts";
import { addReplicaGauges } from "./replica-gauges.server.ts";
import { startReplicas } from "./replicas.server.ts";
import { isUnused, seedDatabase } from "./seed.server.ts";
import { startUpkeep } from "./upkeep.server.ts";

/** The application as the process calls it: the default export of src/server.ts. */
export type Application = {
  isDemo: boolean; // optional: demo
  fetch(request: Request, context: ProcessContext): Promise<Response>;
};

export type RunOptions = {
  env: NodeJS.ProcessEnv;
  /** Loads the built application, or Vite's in development. */
  loadApp: () => Promise<Application>;
  /** The folder of built files for browsers. */
  clientDir?: string;
  development?: Parameters<typeof startHttpServer>[0]["development"];
  /** Makes lines of the log readable. */
  formatLog?: (line: string) => string;
  /** Called with a few words on what happens next. */
  onStep?: (text: string) => void;
};

export type Running = {
  url: string;
  config: Config;
  /** @param o.isDelayed for a rolling restart: serves requests for SHUTDOWN_DELAY more, while /ready answers 503 */
  close(o?: { isDelayed?: boolean }): Promise<void>;
};

/** Runs the product: settings, database, migrations, seed, mail, files, HTTP server. */
export async function run({
  env,
  loadApp,
  clientDir,
  development,
  formatLog,
  onStep = () => {},
}: RunOptions): Promise<Running> {
  const outputs = guardOutputs();
  const config = readConfig(env);
  const log = createLog({ level: config.logLevel, format: formatLog });
  outputs.onRecovery((lines, output) =>
    log.warn({ lines }, `Lines were dropped, because ${output} could not be written`),
  );
  const closers: ((o: { delayMs: number }) => Promise<void>)[] = [];
  // In reverse order: the server is the first, so requests have the database until the last one has finished.
  const close: Running["close"] = async ({ isDelayed = false } = {}) => {
    const delayMs = isDelayed ? config.shutdownDelayMs : 0;
    for (const closer of closers.splice(0).reverse()) await closer({ delayMs });
  };

  try {
    const embedded = config.databaseUrl
      ? undefined
      : await startEmbeddedDatabase({ dataDir: config.dataDir, log, onStep });
    if (embedded) closers.push(() => embedded.stop());
    const { forRequests, direct } = embedded
      ? { forRequests: embedded.connection, direct: embedded.connection }
      : await checkDatabase(config, { log, onStep });
    // In development, a statement may change after a connection has prepared it.
    const hasPreparedStatements = development ? false : config.hasPreparedStatements;
    const database = connect(forRequests, { log, hasPreparedStatements });
    closers.push(() => database.close());
    onStep("Migrating the database");
    const migrating = connect(direct, { max: 2 });
    try {
      await migrate(migrating, { log });
    } finally {
      await migrating.close();
    }
    await measureClock(database.pool);
    // optional: replicas
    const replicas = await startReplicas({
      config,
      direct,
      primary: database,
      hasPreparedStatements,
      log,
      onStep,
    });
    if (replicas) closers.push(() => replicas.stop());
    // end: replicas
    const watch = watchDatabase({
      connection: forRequests,
      pool: database.pool,
      ask: replicas?.askPrimary, // optional: replicas
      log,
    });
    closers.push(() => watch.stop());
    const clock = watchClock({ log });
    closers.push(() => clock.stop());
    if (embedded && (await isUnused(database))) {
      onStep("Seeding the database");
      await seedDatabase(database, { withAccounts: true });
    }

    const writes = startWriteCheck({ pool: database.pool, log });
    closers.push(() => writes.stop());
    const collations = startCollationCheck({ pool: database.pool, log });
    closers.push(() => collations.stop());
    // optional: redis
    const redis = await startRedis(config.redisUrl, {
      database,
      log,
      live: () => live, // optional: live
    });
    if (redis) closers.push(() => redis.stop());
    // end: redis
    const secrets = createSecrets(...loadAuthSecrets(config));
    const transport = createTransport(config, log);
    const mail = startMailWorker({ database, secrets, transport, perSecond: config.mailsPerSecond, log });
    closers.push(() => mail.stop());
    const files = await openFiles({ config, clientDir, log });
    closers.push(() => files.stop());
    // optional: images
    const images = await openImages({ files, database, log });
    closers.push(() => images.stop());
    // end: images
    const upkeep = startUpkeep({ config, database, log });
    closers.push(async () => void (await upkeep.stop()));
    // optional: live
    const live = openLive({
      config,
      database,
      direct,
      replicas, // optional: replicas
      redis, // optional: redis
      writes,
      log,
    });
    closers.push(() => live.close());
    // end: live

    onStep("Starting the server");
    const app = await loadApp();
    // optional: demo
    if (env.VITE_IS_DEMO === "true" && !app.isDemo)
      throw new StartError("VITE_IS_DEMO is a setting of the build, and this build is no demo: build again.");
    // end: demo
    const services = {
      config,
      ...(app.isDemo && { config: demoConfig(config) }), // optional: demo
      log,
      database,
      replicas, // optional: replicas
      secrets,
      files,
      images, // optional: images
      mail,
      live, // optional: live
    };
    // optional: telemetry
    const { traceEndpoint, metricsToken } = config;
    const tracing = traceEndpoint
      ? await startTracing({ endpoint: traceEndpoint, service: brand.name })
      : undefined;
    if (tracing) closers.push(() => tracing.stop());
    // end: telemetry
    const servicesFor = createServicesByHost(services);
    const callerWatch = watchCallers(services);
    closers.push(() => callerWatch.stop());
    const budgets = createRequestBudgets(config);
    const readDetails = () => ({
      database: watch.health(),
      writes: writes.health(),
      locks: database.lockConflicts.health(),
      clock: clock.health(),
      collations: collations.health(),
      files: files.health(),
      mail: mail.health(),
      live: live.health(), // optional: live
      log: outputs.health(),
      ...(tracing && { traces: tracing.health() }), // optional: telemetry
      ...(redis && { redis: redis.health() }), // optional: redis
    });
    // optional: telemetry
    const metrics = metricsToken === undefined ? undefined : createMetrics(metricsToken);
    if (metrics) {
      addGauges(metrics, { database, mail, upkeep, outputs, tracing, readDetails });
      const backupGauge = addBackupGauge(metrics, { database, log });
      closers.push(() => backupGauge.stop());
    }
    if (metrics && redis) addRedisGauge(metrics, redis); // optional: redis
    if (metrics && replicas) addReplicaGauges(metrics, replicas); // optional: replicas
    if (metrics) addLiveGauge(metrics, live); // optional: live
    // end: telemetry
    const server = await startHttpServer({
      config,
      log,
      app: {
        fetch: (request, info) =>
          app.fetch(request, {
            ...info,
            services: servicesFor(request),
            callerWatch,
            budgets,
            keptSessions: redis?.keptSessions, // optional: live, redis
          }),
      },
      clientDir,
      isForThisMachine: isForThisMachine(config),
      fileHandlers: files.handlers,
      bodyRules,
      development,
      metrics, // optional: telemetry
      // Without the others, an instance still serves pages.
      ready: () => ({
        ready: watch.health() === "ok",
        details: {
          ...readDetails(),
          ...replicaDetails(replicas?.states() ?? []), // optional: replicas
        },
      }),
    });
    closers.push((o) => server.close(o));
    return { url: server.url, config, close };
  } catch (error) {
    await close();
    throw error;
  }
}
