import { findSessions } from "#features/auth/sessions/server/find-session.ts";
import { startActivityRetention } from "#server/activity/retention.ts";
import { demoConfig, readConfig, type Config } from "#server/config.ts";
import { checkRequirements, connect, type DatabaseConnection } from "#server/database/connect.ts";
import type { startEmbeddedDatabase } from "#server/database/embedded/embedded.ts";
import { listen } from "#server/database/listen.ts";
import { migrate } from "#server/database/migrate.ts";
import { openFiles } from "#server/files/files.ts";
import { startHttpServer } from "#server/http/http-server.ts";
import type { FindSharedPage } from "#server/http/page-cache.ts";
import type { HandlerResponse } from "#server/http/text-response.ts";
import { createHub } from "#server/live/hub.ts";
import { createLog, type Log } from "#server/log.ts";
import { startMemoryRelease } from "#server/memory.ts";
import { mailChannel } from "#server/mail/queue.ts";
import { startMailWorker } from "#server/mail/worker.ts";
import { createTransport } from "#server/mail/transport.ts";
import { StartError } from "#server/start-error.ts";
import { createSecrets, loadAuthSecrets } from "#server/secret.ts";
import { bodyRules } from "./features.server.ts";
import { accessFor, topicsOf } from "./access.ts";
import type { ProcessContext } from "./create-request-context.server.ts";
import { isUnused, seedDatabase } from "./seed.server.ts";
import { startUpkeep } from "./upkeep.server.ts";

/** The application as the process calls it: the default export of src/server.ts. */
export type Application = {
  /** Whether it was built as a read-only demo. */
  isDemo: boolean;
  fetch(request: Request, context: ProcessContext): Promise<HandlerResponse>;
  /** Finds the page that a request shares with others. */
  sharedPage?: FindSharedPage;
};

export type RunOptions = {
  env: NodeJS.ProcessEnv;
  /** Loads the built application, or Vite's in development. */
  loadApp: () => Promise<Application>;
  /** The folder of built files for browsers. */
  clientDir?: string;
  development?: Parameters<typeof startHttpServer>[0]["development"];
  pretty: boolean;
  /** Called with a few words on what happens next. */
  onStep?: (text: string) => void;
};

/** A running product. */
export type Running = { url: string; config: Config; close(): Promise<void> };

/**
 * Runs the product: settings, database, migrations, seed, mail, files, live updates, HTTP server.
 * @throws errors whose messages are written for people: ConfigError, StartError, StartError and the like
 */
export async function run({
  env,
  loadApp,
  clientDir,
  development,
  pretty,
  onStep = () => {},
}: RunOptions): Promise<Running> {
  const config = readConfig(env);
  const log = createLog({ level: config.logLevel, pretty });
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };

  try {
    const embedded = config.databaseUrl
      ? undefined
      : await startEmbedded({ dataDir: config.dataDir, log, onStep });
    if (embedded) closers.push(() => embedded.stop());
    const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? "" };
    const { hasPreparedStatements } = config;
    const database = await openDatabase(connection, { log, hasPreparedStatements });
    closers.push(() => database.close());
    onStep("Migrating the database");
    await migrate(database);
    if (embedded && (await isUnused(database))) {
      onStep("Seeding the database");
      await seedDatabase(database, { withAccounts: true });
    }

    const secrets = createSecrets(...loadAuthSecrets(config));
    const mail = startMailWorker({ database, secrets, transport: createTransport(config, log), log });
    closers.push(() => mail.stop());
    const files = await openFiles({ config, database, log });
    closers.push(() => files.stop());
    const retention = startActivityRetention({ config, database, log });
    closers.push(() => retention.stop());
    const upkeep = startUpkeep({ database, log });
    closers.push(async () => void (await upkeep.stop()));
    const live = createHub({
      log,
      async findSessionAccess(ids) {
        const access = accessFor(config.auth.adminUserIds);
        const sessions = await findSessions({ config, database }, ids);
        return new Map(
          sessions.map(({ id, expiresAt, user }) => [id, { expiresAt, topics: topicsOf(user, access) }]),
        );
      },
    });
    closers.push(async () => live.close());
    const listener = listen({
      connection,
      log,
      channels: { flyleaf_changes: live, [mailChannel]: { onNotification: mail.wake, onListen: mail.wake } },
    });
    closers.push(() => listener.stop());

    onStep("Starting the server");
    const app = await loadApp();
    if (env.VITE_IS_DEMO === "true" && !app.isDemo)
      throw new StartError("VITE_IS_DEMO is a setting of the build, and this build is no demo: build again.");
    const services = {
      config: app.isDemo ? demoConfig(config) : config,
      log,
      database,
      secrets,
      files,
      live,
    };
    const server = await startHttpServer({
      config,
      log,
      app: { fetch: (request, info) => app.fetch(request, { ...info, services }) },
      // In development a page changes with each edit.
      sharedPage: development ? undefined : app.sharedPage,
      clientDir,
      fileHandler: files.handler,
      bodyRules,
      development,
      ready: async () => {
        const reachable = await database.pool.query("select 1").then(
          () => true,
          () => false,
        );
        return {
          ready: reachable,
          details: {
            database: reachable ? "ok" : "unreachable",
            mail: mail.health(),
            live: listener.health(),
          },
        };
      },
    });
    closers.push(() => server.close());
    if (!development) {
      const memoryRelease = startMemoryRelease();
      closers.push(async () => memoryRelease.stop());
    }
    return { url: server.url, config, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loaded only where it is used: Node 22 warns that its lock is experimental. */
async function startEmbedded(options: Parameters<typeof startEmbeddedDatabase>[0]) {
  const embedded = await import("#server/database/embedded/embedded.ts");
  return await embedded.startEmbeddedDatabase(options);
}

async function openDatabase(
  connection: DatabaseConnection,
  options: { log: Log; hasPreparedStatements: boolean },
) {
  const database = connect(connection, options);
  try {
    await checkRequirements(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
