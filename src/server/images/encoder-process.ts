import { writeFile } from "node:fs";
import { unprivileged } from "#server/database/embedded/account.ts";
import { encodeImage, type EncodeOptions, loadSharp } from "./encode-image.ts";

/** The process that `encodeInChild` starts for an image and kills once it has the result. */

export type EncodeMessage = { bytes: Uint8Array; options: EncodeOptions; maxCpuMs: number };

/** Enough for 40 megapixels in each format; in AVIF with 8 bits per sample and 4:2:0 chroma subsampling. */
const maxBytes = 800_000_000;
const pollMs = 20;

process.once("disconnect", end);
process.once("message", (message: EncodeMessage) => void encode(message));

async function encode({ bytes, options, maxCpuMs }: EncodeMessage) {
  // Decoders run in other threads, so this one is free to watch them, and native memory is counted on every system.
  setInterval(() => (process.memoryUsage.rss() > maxBytes || cpuMs() > maxCpuMs) && end(), pollMs);
  // Where memory runs out before that, Linux is to end this process and not the server.
  if (process.platform === "linux") writeFile("/proc/self/oom_score_adj", "1000", () => undefined);
  await loadSharp();
  leaveRoot();
  process.send?.(await encodeImage(bytes, options));
}

/** `process.exit` would wait for the decoder. */
function end() {
  process.kill(process.pid, "SIGKILL");
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Before untrusted bytes are decoded. Where a container doesn't allow it, root has few rights as well. */
function leaveRoot() {
  if (process.getuid?.() !== 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(unprivileged.gid);
    process.setuid?.(unprivileged.uid);
  } catch {
    // No CAP_SETUID.
  }
}
