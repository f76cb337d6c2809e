import type { Hub } from "#server/live/hub.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";

/** Adds to /metrics how many streams are open. */
export function addLiveGauge(metrics: Pick<Metrics, "addGauge">, live: Pick<Hub, "streamCount">): void {
  metrics.addGauge({ name: "live_streams", help: "Open streams of live updates", read: live.streamCount });
}
