import { urlForTests, startWithPostgres } from "./with-postgres.ts";

/**
 * Starts Debian's PostgreSQL with a standby for `npm test -- --with replica`: operations that read are answered by
 * the standby, which has each commit when it is confirmed.
 * @returns stops both
 * @throws without Debian's package
 */
export async function startWithReplica(): Promise<() => Promise<void>> {
  const primary = await startWithPostgres();
  const standby = await primary.startStandby({ isSynchronous: "remote_apply" });
  process.env.TEST_REPLICA_URL = urlForTests(standby);
  return async () => {
    delete process.env.TEST_REPLICA_URL;
    await standby.stop();
    await primary.stop();
  };
}
