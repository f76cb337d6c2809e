import { fileURLToPath } from "node:url";
import { findSessions } from "#features/auth/sessions/server/find-session.ts";
import { readConfig, type Config } from "#server/config.ts";
import { checkRequirements, connect, type DatabaseConnection } from "#server/database/connect.ts";
import { startEmbeddedDatabase } from "#server/database/embedded/embedded.ts";
import { listen } from "#server/database/listen.ts";
import { migrate } from "#server/database/migrate.ts";
import { openFiles } from "#server/files/files.ts";
import { createHub } from "#server/live/hub.ts";
import { startHttpServer, type FetchHandler } from "#server/http/http-server.ts";
import { createLog, type Log } from "#server/log.ts";
import { createTransport } from "#server/mail/transport.ts";
import { mailChannel } from "#server/mail/queue.ts";
import { startMailWorker } from "#server/mail/worker.ts";
import { createSecrets, loadAuthSecret } from "#server/secret.ts";
import { provideServices } from "#server/services.ts";
import { isUnused, seed } from "./seed.ts";
import { topicsOf } from "./topics.ts";
import { uploads } from "./uploads.ts";

export type RunOptions = {
  /** Loads the application; called once everything that it needs is there. */
  loadApp: () => Promise<FetchHandler>;
  /** The folder of built files for browsers. */
  clientDir?: string;
  development?: Parameters<typeof startHttpServer>[0]["development"];
  pretty: boolean;
  /** Told what is being done, in a few words. */
  onStep?: (text: string) => void;
};

/** A running product. */
export type Running = { url: string; config: Config; close(): Promise<void> };

/**
 * Runs the product: settings, database, migrations, seed, mail, server.
 * @throws errors whose messages are written for people: ConfigError, DatabaseStartError, ServerStartError and the like.
 */
export async function run({
  loadApp,
  clientDir,
  development,
  pretty,
  onStep = () => {},
}: RunOptions): Promise<Running> {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel, pretty });
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };

  try {
    const embedded = config.databaseUrl
      ? undefined
      : await startEmbeddedDatabase({ dataDir: config.dataDir, log, onStep });
    if (embedded) closers.push(() => embedded.stop());
    const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? "" };
    const database = await openDatabase(connection, log);
    closers.push(() => database.close());
    onStep("Bringing the database up to date");
    await migrate(database);
    if (embedded && (await isUnused(database))) {
      onStep("Filling the shelves");
      await seed(database);
    }

    const secrets = createSecrets(loadAuthSecret(config));
    const mail = startMailWorker({ database, secrets, transport: createTransport(config, log), log });
    closers.push(() => mail.stop());
    const files = await openFiles({ config, database, log });
    closers.push(() => files.stop());
    const live = createHub({
      log,
      async findSessionAccess(ids) {
        const found = await findSessions(database, ids);
        const { adminUserIds } = config.auth;
        return new Map(
          found.map(({ id, expiresAt, user }) => [id, { expiresAt, topics: topicsOf(user, adminUserIds) }]),
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
    provideServices({ config, log, database, secrets, files, live });

    onStep("Starting the server");
    const app = await loadApp();
    const server = await startHttpServer({
      config,
      log,
      app,
      clientDir,
      fileHandler: files.app,
      bodyRules: uploads,
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
    return { url: server.url, config, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(connection: DatabaseConnection, log: Log) {
  const database = connect(connection, { log });
  try {
    await checkRequirements(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Ends the process after everything is closed; a second signal ends it at once. */
export function closeOnSignals(running: Pick<Running, "close">, log?: Pick<Log, "info">): void {
  let isClosing = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(1);
      isClosing = true;
      log?.info(`${signal}: closing`);
      void running.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

/** The built application and the files that it sends to browsers. */
export const built = {
  loadApp: async () =>
    ((await import(new URL("../dist/server/server.js", import.meta.url).href)) as { default: FetchHandler })
      .default,
  clientDir: fileURLToPath(new URL("../dist/client", import.meta.url)),
};

/** `node src/main.ts` is the product in production: it has been built, and its settings are in the environment. */
if (import.meta.main) {
  try {
    closeOnSignals(await run({ ...built, pretty: false }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
