import { fileURLToPath } from "node:url";
import { freePort } from "../../../testing/ports.ts";
import type { Usage } from "./report-usage.ts";

/** The environment with which a process reports its usage, and a function that reads it. */
export async function reportUsage(): Promise<{ env: Record<string, string>; usage: () => Promise<Usage> }> {
  const port = String(await freePort());
  const hook = fileURLToPath(new URL("report-usage.ts", import.meta.url));
  return {
    env: { NODE_OPTIONS: `--import=${hook}`, FLYLEAF_USAGE_PORT: port },
    usage: async () => (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Usage,
  };
}
