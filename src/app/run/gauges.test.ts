import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "#server/metrics.ts";
import { addLiveGauge } from "../live/open-live.server.ts"; // optional: live
import { addGauges } from "./gauges.server.ts";
import { addReplicaGauges } from "./replicas.server.ts";

const folder = "docs/monitoring";

test.each(readdirSync(folder))("%s asks only for measurements that there are", async (file) => {
  const metrics = createMetrics("a token for the metrics");
  addGauges(metrics, {
    database: { pool: { totalCount: 0, idleCount: 0, waitingCount: 0 }, sql: {} } as never,
    upkeep: { ages: () => ({}), stop: async () => undefined },
    readDetails: () => ({}),
  });
  addReplicaGauges(metrics, { states: () => [] }); // optional: replicas
  addLiveGauge(metrics, { streamCount: () => 0 }); // optional: live
  const { text } = await metrics.write();
  const existing = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const names = [...readFileSync(`${folder}/${file}`, "utf8").matchAll(/\b[a-z]+(?:_[a-z\d]+)+\b/g)].map(
    ([name]) => name.replace(/^(http_\w+?)_(?:count|bucket)$/, "$1"),
  );
  const asked = names.filter((name) => name !== "histogram_quantile");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !existing.has(name))).toEqual([]);
});
