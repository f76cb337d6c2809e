import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "#server/telemetry/metrics.ts";
import { addLiveGauge } from "../live/live-gauge.server.ts"; // optional: live
import { addGauges } from "./gauges.server.ts";
import { addReplicaGauges } from "./replica-gauges.server.ts";

const folder = "docs/monitoring";

/** The measurements of a process with these details of /ready. */
function createProcessMetrics(details: Record<string, string> = {}) {
  const metrics = createMetrics("a token for the metrics");
  addGauges(metrics, {
    database: { pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } } as never,
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
  expect(text).toMatch(/^mails_expired_total 1$/m);
  expect(text).toMatch(/^upkeep_age_seconds\{task="Removing ended bans"\} 90\.\d+$/m);
});

test.each(readdirSync(folder))("%s asks only for measurements that there are", async (file) => {
  const metrics = createProcessMetrics();
  addReplicaGauges(metrics, { states: () => [] }); // optional: replicas
  addLiveGauge(metrics, { streamCount: () => 0 }); // optional: live
  const { text } = await metrics.write();
  const existing = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const names = [...readFileSync(`${folder}/${file}`, "utf8").matchAll(/\b[a-z]+(?:_[a-z\d]+)+\b/g)].map(
    ([name]) => name.replace(/^(http_\w+?)_(?:count|bucket)$|^(\w+)_total$/, "$1$2"),
  );
  const asked = names.filter((name) => name !== "histogram_quantile");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !existing.has(name))).toEqual([]);
});
