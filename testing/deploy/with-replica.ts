import { existsSync } from "node:fs";
import { startPostgres } from "./debian.ts";
import { packages } from "./packages.ts";

/**
 * Starts Debian's PostgreSQL with a standby for `npm test -- --with replica`: operations that read are answered by
 * the standby, which has each commit when it is confirmed.
 * @returns stops both
 * @throws without Debian's package
 */
export async function startWithReplica(): Promise<() => Promise<void>> {
  if (!existsSync(packages.postgresql))
    throw new Error("--with replica needs PostgreSQL: apt-get install postgresql");
  const primary = await startPostgres();
  const standby = await primary.startStandby({ isSynchronous: "remote_apply" });
  for (const server of [primary, standby]) {
    // Test data need not survive a power failure.
    server.query("ALTER SYSTEM SET fsync = off");
    server.query("SELECT pg_reload_conf()");
  }
  process.env.TEST_DATABASE_URL = superuserUrl(primary.port);
  process.env.TEST_REPLICA_URL = superuserUrl(standby.port);
  return async () => {
    await standby.stop();
    await primary.stop();
  };
}

function superuserUrl(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}
