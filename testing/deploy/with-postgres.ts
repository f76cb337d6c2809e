import { existsSync } from "node:fs";
import { type Postgres, startPostgres } from "./debian.ts";
import { packages } from "./packages.ts";

/**
 * Starts Debian's PostgreSQL for `npm test -- --with postgres`: database and end-to-end tests have databases there, instead
 * of an embedded one.
 * @throws without Debian's package
 */
export async function startWithPostgres(): Promise<Postgres> {
  if (!existsSync(packages.postgresql))
    throw new Error("Debian's PostgreSQL is needed: apt-get install postgresql");
  const postgres = await startPostgres();
  process.env.TEST_DATABASE_URL = urlForTests(postgres);
  return {
    ...postgres,
    async stop() {
      delete process.env.TEST_DATABASE_URL;
      await postgres.stop();
    },
  };
}

/** The URL of a server for test data, which need not survive a power failure. */
export function urlForTests({ port, query }: Postgres): string {
  query("ALTER SYSTEM SET fsync = off");
  query("SELECT pg_reload_conf()");
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}
