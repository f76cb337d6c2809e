import { readdirSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { codeMinutes, newCodeSeconds } from "#features/auth/limits.ts";
import { maxSkewSeconds } from "#server/database/clock.ts";
import { maxLagSeconds } from "#server/database/replicas/replicas.ts"; // optional: replicas
import { lateSeconds } from "#server/mail/queue-state.ts";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { addLiveGauge } from "../live/live-gauge.server.ts"; // optional: live
import { addBackupGauge } from "./backup-gauge.server.ts";
import { addGauges } from "./gauges.server.ts";
import { addReplicaGauges } from "./replica-gauges.server.ts";
import { shiftClock } from "../../../testing/shifted-clock.ts";
import { upkeepIntervalMs } from "./upkeep.server.ts";

const folder = "docs/monitoring";

/** The measurements of a process with these details of /ready. */
function createProcessMetrics(details: Record<string, string> = {}) {
  const metrics = createMetrics("a token for the metrics");
  addGauges(metrics, {
    database: {
      pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
      lockConflicts: { count: () => 4 },
    } as never,
    mail: {
      state: () => ({ length: 2, seconds: 130, awaitedSeconds: 0, reason: null }),
      expiredCount: () => 1,
    },
    upkeep: { endedAt: new Map([["Removing ended bans", performance.now() - 90_000]]) },
    outputs: { droppedLines: () => ({ stdout: 3, stderr: 0 }) },
    tracing: { droppedSpans: () => 5 },
    readDetails: () => details,
  });
  return metrics;
}

test("measurements say which services don't work, what was dropped, and how long ago upkeep succeeded", async () => {
  const { text } = await createProcessMetrics({ database: "ok", mail: "failing" }).write();
  expect(text).toMatch(/^service_up\{service="database"\} 1$/m);
  expect(text).toMatch(/^service_up\{service="mail"\} 0$/m);
  expect(text).toMatch(/^log_lines_dropped_total\{output="stdout"\} 3$/m);
  expect(text).toMatch(/^trace_spans_dropped_total 5$/m);
  expect(text).toMatch(/^mail_queue\{value="seconds"\} 130$/m);
  expect(text).toMatch(/^database_lock_conflicts_total 4$/m);
  expect(text).toMatch(/^mails_expired_total 1$/m);
  expect(text).toMatch(/^upkeep_age_seconds\{task="Removing ended bans"\} 90\.\d+$/m);
});

test("measurements say how far the clock is ahead of the database's", async () => {
  shiftClock(-900);
  onTestFinished(() => shiftClock(0));
  const { text } = await createProcessMetrics().write();
  const [, seconds] = /^clock_skew_seconds (\S+)$/m.exec(text) ?? [];
  expect(Number(seconds)).toBeCloseTo(-900, 0);
});

test("alerts fire while there is time to act, by what the code says", () => {
  const alerts = readFileSync(`${folder}/alerts.yml`, "utf8");
  /** The threshold of an alert, and how long it must be exceeded. */
  const alert = (name: string) => {
    const [, text = ""] = alerts.split(`- alert: ${name}\n`);
    const [, threshold] = /expr: .* > (\d+)/.exec(text) ?? [];
    return { threshold: Number(threshold), hasDelay: /^\s+for: /m.test(text.split("- alert:")[0] ?? "") };
  };
  const codeSeconds = 60 * codeMinutes;
  expect(alert("MailsWait")).toEqual({ threshold: codeSeconds / 5, hasDelay: false });
  // People who wait for a code see it before they may ask for another, and before the alert.
  expect(lateSeconds).toBeLessThan(newCodeSeconds);
  expect(alert("ClockSkew").threshold).toBe(maxSkewSeconds);
  expect(alert("UpkeepStopped").threshold).toBe((15 * upkeepIntervalMs) / 1_000);
  // After the first backup that the timer didn't make, and before it doesn't make the second.
  expect(readFileSync("deploy/backup@.timer", "utf8")).toMatch(/^OnCalendar=\*-\*-\* \d\d:00:00$/m);
  expect(alert("BackupOld").threshold).toBeGreaterThan(25 * 3_600);
  expect(alert("BackupOld").threshold).toBeLessThan(48 * 3_600);
  // Later it is no longer read.
  expect(alert("ReplicaBehind").threshold).toBeLessThan(maxLagSeconds); // optional: replicas
  // What is counted since the last event must be read several times meanwhile.
  const [, scrapeSeconds] =
    /scrape_interval: (\d+)s/.exec(readFileSync(`${folder}/prometheus.yml`, "utf8")) ?? [];
  for (const [, minutes] of alerts.matchAll(/\[(\d+)m\]/g))
    expect(60 * Number(minutes)).toBeGreaterThan(4 * Number(scrapeSeconds));
});

const files = readdirSync(folder).filter((file) => file !== "prometheus.yml");

test.each(files)("%s asks only for measurements that there are", async (file) => {
  const metrics = createProcessMetrics();
  addReplicaGauges(metrics, { states: () => [] }); // optional: replicas
  addLiveGauge(metrics, { streamCount: () => 0 }); // optional: live
  const pool = { query: () => Promise.resolve({ rows: [] }) };
  const backupGauge = addBackupGauge(metrics, {
    database: { pool } as never,
    log: { warn: () => undefined },
  });
  onTestFinished(backupGauge.stop);
  const { text } = await metrics.write();
  const existing = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const names = [...readFileSync(`${folder}/${file}`, "utf8").matchAll(/\b[a-z]+(?:_[a-z\d]+)+\b/g)].map(
    ([name]) => name.replace(/^(http_\w+?)_(?:count|bucket)$|^(\w+)_total$/, "$1$2"),
  );
  const asked = names.filter((name) => name !== "histogram_quantile");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !existing.has(name))).toEqual([]);
});
