export const maxImageBytes = 10 * 1024 * 1024;

/** Long enough for the largest file at 0.6 Mbit/s, and for its encoding. */
const timeoutMs = 3 * 60_000;

/**
 * Lets requests to a path have an image file as their body. `storeImage` detects its real type.
 * @param path matches whole paths
 */
export function imageUploadRule(path: RegExp) {
  return {
    path,
    contentTypes: ["image/jpeg", "image/png", "image/webp", "image/avif", "application/octet-stream"],
    maxBytes: maxImageBytes,
    timeoutMs,
    isStreamed: true,
  };
}
