import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../scripts/support/project.ts";
import { freePort } from "../ports.ts";
import { launch, makeFolder, type Running } from "./debian.ts";
import { packages } from "./packages.ts";

const documented = (file: string) => readFileSync(join(projectDir, "docs/monitoring", file), "utf8");

/** The names of all alerts. */
export const alertNames = [...documented("alerts.yml").matchAll(/- alert: (\w+)/g)].map(([, name]) => name);

/**
 * Starts Prometheus with the configuration and the alerts of docs/monitoring. Only times are shorter: it looks each second, alerts
 * fire a second after their fault, and what is counted over minutes is counted over 10 s.
 * @param o.port of the instance that it reads
 * @param o.replaced further parts of the alerts
 */
export async function startPrometheus(o: {
  port: number;
  token: string;
  replaced: Record<string, string>;
}): Promise<Running & { firing(): Promise<string[]> }> {
  const folder = makeFolder();
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, o.token);
  const configuration = documented("prometheus.yml")
    .replace(/(?<=_interval: )\w+/g, "1s")
    .replace(/(?<=credentials_file: ).*/, tokenFile)
    .replace(/(?<=targets: ).*/, `["127.0.0.1:${o.port}"]`);
  let alerts = documented("alerts.yml")
    .replace(/(?<=for: )\w+/g, "1s")
    .replace(/\[\d+[mh]\]/g, "[10s]");
  for (const [part, shorter] of Object.entries(o.replaced)) {
    if (!alerts.includes(part)) throw new Error(`No alert has ${part}`);
    alerts = alerts.replace(part, shorter);
  }
  writeFileSync(join(folder, "alerts.yml"), alerts);
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, configuration);
  const port = await freePort();
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const { stop } = await launch(packages.prometheus, args, "Server is ready to receive web requests", folder);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    stop,
    async firing() {
      const response = await fetch(`${url}/api/v1/alerts`);
      const { data } = (await response.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      return data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
    },
  };
}
