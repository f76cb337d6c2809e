import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { encodeInChild } from "./encode-in-child.ts";
import { createAvifBomb, createImage, createTextBomb } from "./fixtures/images.ts";
import { createPng } from "./fixtures/png.ts";
import { temporaryFolder } from "#server/files/testing.ts";

const script = fileURLToPath(new URL("fixtures/encodings.ts", import.meta.url));
const widths = [320];

type Encoding = { outcome: string; megabytes: number; peak: number };

/** Encodes images one after the other, in a process that does nothing else. */
async function encodeElsewhere(...images: Uint8Array[]): Promise<Encoding[]> {
  const folder = await temporaryFolder();
  const files = images.map((_, index) => join(folder, String(index)));
  await Promise.all(images.map((image, index) => writeFile(files[index] ?? "", image)));
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...files]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Encoding);
}

describe("a bomb doesn't cost the server memory, and the next image is encoded", () => {
  let ordinary: Buffer;
  beforeAll(async () => {
    ordinary = await createImage(400, 600).jpeg().toBuffer();
  });

  test.each([
    [
      "an AVIF of 1 kB with 39.7 megapixels, 12 bits and transparency",
      createAvifBomb,
      "IMAGE_UNREADABLE",
      900,
    ],
    ["a PNG of 750 kB with 770 MB of compressed texts", createTextBomb, "IMAGE_UNREADABLE", 1_000],
    ["a PNG of 110 kB with 30,000 × 30,000 pixels", () => createPng(30_000, 30_000), "TOO_MANY_PIXELS", 200],
  ] as const)("%s", async (_, create, outcome, maxPeak) => {
    const bomb = await create();
    expect(bomb.byteLength).toBeLessThan(800_000);
    const [before, bombed, after] = await encodeElsewhere(ordinary, bomb, ordinary);
    expect([before?.outcome, bombed?.outcome, after?.outcome]).toEqual(["stored", outcome, "stored"]);
    expect(bombed?.peak).toBeLessThan(maxPeak);
    expect((after?.megabytes ?? 0) - (before?.megabytes ?? 0)).toBeLessThan(30);
  });
});

test.each([
  [
    "a PNG of 40 megapixels",
    () => createImage(8_000, 5_000, 4).png({ compressionLevel: 1, progressive: true }),
  ],
  [
    "a rotated JPEG of 40 megapixels",
    () => createImage(8_000, 5_000).withMetadata({ orientation: 6 }).jpeg({ progressive: true }),
  ],
  ["a WebP of 40 megapixels", () => createImage(8_000, 5_000, 4).webp({ effort: 0 })],
  [
    "an AVIF of 40 megapixels",
    () => createImage(8_000, 5_000).avif({ effort: 0, chromaSubsampling: "4:2:0" }),
  ],
  [
    "a phone's AVIF of 12 megapixels and 10 bits",
    () => createImage(4_000, 3_000).avif({ effort: 0, bitdepth: 10 }),
  ],
] as const)("a part of %s is stored", async (_, create) => {
  const area = { x: 100, y: 100, width: 2_900, height: 2_800 };
  const result = await encodeInChild(await create().toBuffer(), { widths, area });
  expect(result).toMatchObject({ image: { width: 2_900, height: 2_800, widths } });
});

test("an image that takes too long is rejected, and another one is encoded at once", async () => {
  const slow = await createImage(8_000, 5_000).webp({ effort: 0 }).toBuffer();
  expect(await encodeInChild(slow, { widths, maxCpuMs: 100 })).toMatchObject({
    error: { code: "IMAGE_UNREADABLE" },
  });
  const ordinary = await createImage(400, 600).jpeg().toBuffer();
  expect(await encodeInChild(ordinary, { widths })).toMatchObject({ image: { widths } });
});

test("a file that is not an image is rejected without starting an encoder", async () => {
  const result = encodeInChild(Buffer.from("no image"), { widths, maxCpuMs: 0 });
  expect(await result).toMatchObject({ error: { code: "NOT_AN_IMAGE" } });
});

test("encoding can be aborted, before and while it runs", async () => {
  const bytes = await createImage(8_000, 5_000).webp({ effort: 0 }).toBuffer();
  await expect(encodeInChild(bytes, { widths, signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  const leaving = new AbortController();
  const failing = encodeInChild(bytes, { widths, signal: leaving.signal });
  leaving.abort();
  await expect(failing).rejects.toThrow("aborted");
});

test("an encoder that fails for another reason than the image is an error of the server", async () => {
  const bytes = await createImage(400, 600).jpeg().toBuffer();
  const wrong = 5 as unknown as number[];
  await expect(encodeInChild(bytes, { widths: wrong })).rejects.toThrow(/images failed.*TypeError/s);
});

test.runIf(process.platform === "linux")(
  "the encoder has neither the server's environment nor root's rights, and ends when the server is killed",
  async () => {
    const file = join(await temporaryFolder(), "image");
    await writeFile(file, await createImage(8_000, 5_000).webp({ effort: 0 }).toBuffer());
    const server = spawn(process.execPath, [script, file], { stdio: "ignore" });
    onTestFinished(() => void server.kill("SIGKILL"));
    const commandLine = () => readIfExists(`/proc/${childOf(server.pid)}/cmdline`);
    const often = { interval: 1 };
    await expect.poll(commandLine, often).toContain("encoder-process");
    const encoder = childOf(server.pid);
    expect(readIfExists(`/proc/${encoder}/environ`)).not.toContain("PATH=");
    if (process.getuid?.() === 0) {
      await expect.poll(() => readIfExists(`/proc/${encoder}/status`), often).toContain("Uid:\t65534\t65534");
    }
    server.kill("SIGKILL");
    await expect.poll(() => readIfExists(`/proc/${encoder}/cmdline`), often).toBe("");
  },
);

function childOf(pid: number | undefined): string {
  return readIfExists(`/proc/${pid}/task/${pid}/children`).trim();
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
