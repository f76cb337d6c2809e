import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "./support/server.ts";

/** It takes 125 MB. Before the process was bundled, it took 350. */
const maxMegabytes = 190;

test.runIf(process.platform === "linux")("a server that has started takes little memory", async () => {
  const server = await startServer();
  onTestFinished(async () => void (await server.stop()));
  const page = await fetch(`${server.url}/login`, { headers: { accept: "text/html" } });
  expect(page.status).toBe(200);
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  expect(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024).toBeLessThan(maxMegabytes);
});
