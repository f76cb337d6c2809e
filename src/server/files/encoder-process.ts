import { writeFile } from "node:fs";
import { encodeImage, type EncodeOptions } from "./encode-image.ts";

/** The process that `encodeInChild` starts for an image and kills once it has the result. */

/** Enough for 40 megapixels in each format, but not for an AVIF with 12 bits per sample. */
const maxBytes = 800_000_000;
const pollMs = 20;

/** `process.exit` would wait for the decoder. */
const end = () => process.kill(process.pid, "SIGKILL");

process.once("disconnect", end);
// Decoders run in other threads, so this one is free to watch them, and native memory is counted on every system.
setInterval(() => process.memoryUsage.rss() > maxBytes && end(), pollMs);
// Where memory runs out before that, Linux is to end this process and not the server.
if (process.platform === "linux") writeFile("/proc/self/oom_score_adj", "1000", () => undefined);

process.once("message", ({ bytes, options }: { bytes: Uint8Array; options: EncodeOptions }) => {
  void encodeImage(bytes, options).then((result) => process.send?.(result));
});
