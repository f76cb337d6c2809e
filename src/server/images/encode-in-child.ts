import { fork } from "node:child_process";
import { join } from "node:path";
import type { EncodedImage, EncodeOptions } from "./encode-image.ts";
import type { EncodeMessage } from "./encoder-process.ts";
import { imageErrors, type ImageError } from "./image-errors.ts";
import { detectImageType } from "./encode-image.ts";
import { projectDir } from "#server/project-dir.ts";

/** In the build, it is an entry of its own (vite.config.ts). */
const encoderProcess = join(
  projectDir,
  import.meta.filename.endsWith(".ts")
    ? "src/server/images/encoder-process.ts"
    : "dist/server/encoder-process.js",
);

/** The largest images of cameras take 3 s. */
const defaultMaxCpuMs = 15_000;

/**
 * Encodes an image (`encodeImage`) in a process of its own. That process ends after `maxCpuMs` of processor time, above
 * 800 MB, and with this process, and its memory is free again afterwards. An image that is too slow, too large or
 * crashes the decoder is reported as unreadable.
 * @throws if `signal` aborts, or if the process can't run
 */
export async function encodeInChild(
  bytes: Uint8Array,
  {
    signal,
    maxCpuMs = defaultMaxCpuMs,
    ...options
  }: EncodeOptions & { signal?: AbortSignal; maxCpuMs?: number },
): Promise<EncodedImage | { error: ImageError }> {
  // Costs no process.
  if (!detectImageType(bytes)) return { error: imageErrors.NOT_AN_IMAGE };
  const child = fork(encoderProcess, [], {
    env: {}, // Ours contains secrets.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    signal,
    timeout: 4 * maxCpuMs, // In case it hangs.
    killSignal: "SIGKILL",
  });
  try {
    return await new Promise((resolve, reject) => {
      let errors = "";
      child.stderr?.on("data", (chunk) => (errors += String(chunk)));
      child.on("error", reject);
      child.once("message", (result: EncodedImage | { error: ImageError }) => resolve(result));
      child.once("close", (_, endSignal) => {
        if (endSignal || !errors) resolve({ error: imageErrors.IMAGE_UNREADABLE });
        else reject(new Error(`The process that encodes images failed: ${errors}`));
      });
      const message: EncodeMessage = { bytes, options, maxCpuMs };
      child.send(message, () => undefined); // If it fails, "close" follows.
    });
  } finally {
    child.kill("SIGKILL");
  }
}
