import { reportDemoRejection } from "./demo-rejection.ts";
import { retryAfterReauth } from "./session-expiry.ts";

type UploadOptions = {
  contentType: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Gets the sent share of the file, from 0 to 1. */
  onProgress?: (sentShare: number) => void;
  /** Gets the response's text so far, as it arrives. */
  onResponseText?: (text: string) => void;
};

/** An upload failed. `code` is the response's error code, TIMEOUT or NO_CONNECTION. */
export class UploadError extends Error {
  override name = "UploadError";
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`The upload failed: ${code ?? status}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * Uploads a file and returns the response's text. If the session has expired, the upload is retried after the user has
 * signed in again.
 * @throws UploadError, or the signal's reason
 */
export async function upload(url: string, file: Blob, options: UploadOptions): Promise<string> {
  const sent = retryAfterReauth({ next: () => send(url, file, options) });
  await reportDemoRejection({ next: () => sent }); // optional: demo
  return await sent;
}

/** Uses XMLHttpRequest, because fetch doesn't report upload progress. */
function send(
  url: string,
  file: Blob,
  { contentType, signal, timeoutMs = 0, onProgress, onResponseText }: UploadOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("content-type", contentType);
    request.timeout = timeoutMs;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 1);
    request.onprogress = () => {
      if (request.status === 200) onResponseText?.(request.responseText);
    };
    request.onload = () => {
      if (request.status === 200) resolve(request.responseText);
      else reject(new UploadError(request.status, errorCodeIn(request.responseText)));
    };
    request.ontimeout = () => reject(new UploadError(0, "TIMEOUT"));
    request.onerror = () => reject(new UploadError(0, "NO_CONNECTION"));
    signal?.addEventListener("abort", () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.send(file);
  });
}

function errorCodeIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { code?: string }).code;
  } catch {
    return undefined;
  }
}
