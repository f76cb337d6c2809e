/**
 * Measures what uploaded images cost: the time until the response, and the memory of the server and of the process that
 * decodes. Bombs are among them. Fails if the server's memory doesn't return.
 *
 *   npm run bench -- images
 */
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createAvifBomb, createImage, createTextBomb } from "../../src/server/images/fixtures/images.ts";
import { buildProduct } from "../../scripts/build.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { createAuthClient } from "../../testing/auth-client.ts";
import { startServer, type TestServer } from "../../testing/e2e/support/server.ts";

const maxGrowthMb = 100;
const sampleMs = 50;

const images: [name: string, create: () => Buffer | Promise<Buffer>][] = [
  ["JPEG, 1 megapixel", () => createImage(1_200, 800).jpeg().toBuffer()],
  ["JPEG, 40 megapixels", () => createImage(8_000, 5_000).jpeg({ progressive: true }).toBuffer()],
  ["PNG, 40 megapixels", () => createImage(8_000, 5_000, 4).png({ progressive: true }).toBuffer()],
  ["WebP, 40 megapixels", () => createImage(8_000, 5_000, 4).webp({ effort: 0 }).toBuffer()],
  [
    "AVIF, 40 megapixels",
    () => createImage(8_000, 5_000).avif({ effort: 0, chromaSubsampling: "4:2:0" }).toBuffer(),
  ],
  ["AVIF, 12 bits, 40 megapixels, 1 kB", createAvifBomb],
  ["PNG with 770 MB of texts", createTextBomb],
  ["JPEG, 1 megapixel, again", () => createImage(1_200, 800).jpeg().toBuffer()],
];

const steps = createSteps();
await buildProduct(steps);
const server = await steps.run("Starting the server", () => startServer());
try {
  const cookie = await signIn(server);
  const before = (await memory(server)).server;
  const lines: string[] = [];
  for (const [name, create] of images) {
    const image = await create();
    lines.push(await steps.run(name, () => measure(server, cookie, name, image)));
  }
  console.log(line("", "status", "ms", "decoder MB", "server MB"));
  for (const each of lines) console.log(each);
  const after = (await memory(server)).server;
  console.log(`memory of the server: ${before} MB before, ${after} MB after`);
  process.exitCode = after <= before + maxGrowthMb ? 0 : 1;
} finally {
  await server.stop();
}

async function signIn({ url, mail, addPerson }: TestServer): Promise<string> {
  const { email } = await addPerson({ role: "admin" });
  const client = createAuthClient(url);
  await client.requestCode(email);
  await client.verifyCode(email, await mail.codeFor(email));
  return client.headers().cookie;
}

/** Uploads an image as a cover. The peaks are of samples. */
async function measure(to: TestServer, cookie: string, name: string, image: Buffer): Promise<string> {
  const peak = { server: 0, decoder: 0 };
  const startedAt = performance.now();
  let tookMs = 0;
  const uploading = fetch(`${to.url}/api/covers`, {
    method: "POST",
    headers: { cookie, origin: to.url, "content-type": "application/octet-stream" },
    body: new Uint8Array(image),
  }).finally(() => (tookMs = performance.now() - startedAt));
  while (!tookMs) {
    const sample = await memory(to);
    peak.server = Math.max(peak.server, sample.server);
    peak.decoder = Math.max(peak.decoder, sample.decoder);
    await sleep(sampleMs);
  }
  const { status } = await uploading;
  return line(name, ...[status, Math.round(tookMs), peak.decoder, peak.server].map(String));
}

/** In MB. */
async function memory({ pid }: TestServer): Promise<{ server: number; decoder: number }> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,rss=,args="]);
  const processes = stdout
    .trim()
    .split("\n")
    .map((each) => each.trim().split(/\s+/));
  const rss = (find: (each: string[]) => boolean) =>
    Math.round(Number(processes.find(find)?.[2] ?? 0) / 1_000);
  return {
    server: rss(([id]) => Number(id) === pid),
    decoder: rss(
      ([, parent, , ...args]) => Number(parent) === pid && args.join(" ").includes("encoder-process"),
    ),
  };
}

function line(name: string, ...cells: string[]): string {
  return name.padEnd(36) + cells.map((cell) => cell.padStart(12)).join("");
}
