/**
 * Compares our HTTP server with plain node:http: requests per second of a minimal app and of a built file. Each server has
 * its own process. Rounds alternate and the median counts, because the speed of a machine varies.
 *
 *   npm run bench -- http
 */
import { fork, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHttpServer } from "#server/http/http-server.ts";
import { createLog } from "#server/log.ts";

const rounds = 7;
const roundMs = 1_500;
const connections = 32;
const text = "hello from the app\n";
const script = "export const answer = 42;\n".repeat(400);

type Target = { name: string; kind: "bare" | "ours"; path: string };
const targets: Target[] = [
  { name: "node:http, a response", kind: "bare", path: "/" },
  { name: "ours, a response of the app", kind: "ours", path: "/" },
  { name: "node:http, a file from memory", kind: "bare", path: "/assets/app-1a2b3c4d.js" },
  { name: "ours, a built file", kind: "ours", path: "/assets/app-1a2b3c4d.js" },
];

const [kind, clientDir] = process.argv.slice(2);
if (kind === "bare") await serveBare();
else if (kind === "ours" && clientDir) await serveOurs(clientDir);
else await measure();

async function measure() {
  const folder = await mkdtemp(join(tmpdir(), "flyleaf-bench-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, targets[3]?.path ?? ""), script);
  const servers = { bare: await start("bare", folder), ours: await start("ours", folder) };
  try {
    const rates = new Map(targets.map((target) => [target, [] as number[]]));
    for (let round = 0; round <= rounds; round += 1) {
      for (const [target, measured] of rates) {
        const rate = await load(servers[target.kind].port, target.path);
        // The first round only warms up.
        if (round > 0) measured.push(rate);
      }
    }
    const medians = targets.map((target) => median(rates.get(target) ?? []));
    targets.forEach(({ name }, index) => {
      const rate = medians[index] ?? 0;
      const bare = medians[index - (index % 2)] ?? 0;
      const ratio = index % 2 ? `  ${(rate / bare).toFixed(2)} of bare` : "";
      const cost = index % 2 ? `, ${(1e6 / rate - 1e6 / bare).toFixed(0)} µs more per request` : "";
      console.log(`${name.padEnd(32)}${Math.round(rate).toString().padStart(7)} requests/s${ratio}${cost}`);
    });
  } finally {
    for (const { child } of Object.values(servers)) child.kill();
    await rm(folder, { recursive: true });
  }
}

function start(name: string, folder: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(import.meta.filename, [name, folder], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  return new Promise((resolve, reject) => {
    child.once("message", (port) => resolve({ child, port: Number(port) }));
    child.once("exit", (code) => reject(new Error(`The ${name} server ended with code ${code}.`)));
  });
}

async function serveBare() {
  const http = createServer((req, res) => {
    const body = req.url === "/" ? text : script;
    res.writeHead(200, { "content-type": "text/plain", "content-length": body.length });
    res.end(body);
  });
  http.listen(0, "127.0.0.1", () => process.send?.((http.address() as AddressInfo).port));
}

async function serveOurs(folder: string) {
  const { address } = await startHttpServer({
    config: { baseUrl: new URL("http://127.0.0.1:0"), host: "127.0.0.1", port: 0, trustedProxies: [] },
    // Logging is part of the cost; stdout is ignored.
    log: createLog({ level: "info", pretty: false }),
    app: { fetch: async () => new Response(text, { headers: { "content-type": "text/plain" } }) },
    ready: async () => ({ ready: true, details: {} }),
    clientDir: folder,
  });
  process.send?.(Number(new URL(address).port));
}

/** Sends requests on several connections. Returns requests per second. */
async function load(port: number, path: string): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: */*\r\nAccept-Language: en\r\n\r\n`;
  let responses = 0;
  const began = performance.now();
  const until = began + roundMs;
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, "127.0.0.1");
          let expected = 0;
          let received = 0;
          socket.on("connect", () => socket.write(request));
          socket.on("error", reject);
          socket.on("data", (chunk) => {
            expected ||= responseLength(chunk.toString("latin1"));
            received += chunk.byteLength;
            if (received < expected) return;
            responses += 1;
            received = 0;
            expected = 0;
            if (performance.now() < until) socket.write(request);
            else {
              socket.destroy();
              resolve();
            }
          });
        }),
    ),
  );
  return responses / ((performance.now() - began) / 1_000);
}

function responseLength(beginning: string): number {
  const length = /content-length: (\d+)/i.exec(beginning)?.[1];
  if (!beginning.startsWith("HTTP/1.1 200 ") || !length) throw new Error(`Unexpected response: ${beginning}`);
  return beginning.indexOf("\r\n\r\n") + 4 + Number(length);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
