import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { backUp } from "#server/backup/back-up.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { addBackupGauge } from "./backup-gauge.server.ts";

test("every instance measures the age of the last good backup and, without any, that of the database", async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const folder = await mkdtemp(join(tmpdir(), "app-backup-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  /** As an instance measures it after its start. */
  const measure = async () => {
    const metrics = createMetrics("a token for the metrics");
    const gauge = addBackupGauge(metrics, { database, log: { warn: () => undefined } });
    const read = async () =>
      Number(/^backup_age_seconds (\S+)$/m.exec((await metrics.write()).text)?.[1] ?? "NaN");
    await expect.poll(read).not.toBeNaN();
    const seconds = await read();
    await gauge.stop();
    return seconds;
  };

  await database.pool.query("UPDATE applied_migrations SET applied_at = now() - interval '30 hours'");
  expect(await measure()).toBeGreaterThanOrEqual(30 * 3_600);

  await backUp({ database }, { path: join(folder, "today.backup") });
  expect(await measure()).toBeLessThan(3_600);

  // One that isn't complete doesn't count.
  await database.pool.query("UPDATE last_backup SET as_of = now() - interval '29 hours'");
  await expect(backUp({ database }, { path: join(folder, "today.backup") })).rejects.toThrow(
    /already exists/,
  );
  expect(await measure()).toBeGreaterThanOrEqual(29 * 3_600);
});
