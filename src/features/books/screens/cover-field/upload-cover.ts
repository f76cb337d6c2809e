import { apiErrorOf } from "#lib/api-error.ts";
import { retryAfterReauth } from "#rpc/session-expiry.ts";
import type { Area } from "#lib/crop.ts";
import { bookCoverSchema, type BookCover } from "#features/books/schema.ts";
import { coverLimits, CoverUploadError, isCoverProblem, type CoverProblem } from "./cover-problems.ts";

/** How far an upload has come: from 0 to 1; undefined once all is sent, and the server is at work. */
export type UploadedShare = number | undefined;

type Sending = {
  /** Which part of the picture it is; the middle, unless told. */
  area?: Area;
  signal: AbortSignal;
  onProgress: (sent: UploadedShare) => void;
};

/**
 * Uploads a cover. Where the session has ended meanwhile, it waits until the person has signed in again, and sends it
 * once more.
 * @throws CoverUploadError, or what the signal says
 */
export async function uploadCover(file: File, sending: Sending): Promise<BookCover> {
  return await retryAfterReauth({ next: () => send(file, sending) });
}

/** By XMLHttpRequest, since fetch does not tell how much was sent. */
function send(file: File, { area, signal, onProgress }: Sending): Promise<BookCover> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const query =
      area && new URLSearchParams(Object.entries(area).map(([key, value]) => [key, String(value)]));
    request.open("POST", query ? `/api/covers?${query}` : "/api/covers");
    // What it really is, the server finds out.
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(loaded < total ? loaded / total : undefined);
    request.onload = () => {
      const cover = request.status === 200 ? coverIn(request.responseText) : undefined;
      if (cover) resolve(cover);
      else reject(new CoverUploadError(problemIn(request)));
    };
    // Browsers that are still sending may not hear that the server has stopped listening.
    request.timeout = coverLimits.milliseconds;
    request.ontimeout = () => reject(new CoverUploadError("TOO_SLOW"));
    request.onerror = () => reject(new CoverUploadError("NO_CONNECTION"));
    signal.addEventListener("abort", () => {
      request.abort();
      reject(signal.reason as Error);
    });
    onProgress(0);
    request.send(file);
  });
}

function coverIn(text: string): BookCover | undefined {
  return bookCoverSchema.safeParse(parse(text)).data;
}

/** What answers of the server in front, which have no code, mean by their status. */
const byStatus: Record<number, CoverProblem> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  408: "TOO_SLOW",
  413: "FILE_TOO_LARGE",
  415: "NOT_AN_IMAGE",
  429: "TOO_MANY_REQUESTS",
  503: "TOO_SLOW",
  504: "TOO_SLOW",
};

function problemIn({ status, responseText }: XMLHttpRequest): CoverProblem {
  const code = apiErrorOf(Object.assign(new Error(), parse(responseText)))?.code;
  return isCoverProblem(code) ? code : (byStatus[status] ?? "FAILED");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
