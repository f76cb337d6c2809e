import { useEffect, useRef, useState } from "react";
import type { Area } from "#lib/crop.ts";
import { upload, UploadError } from "#rpc/upload.ts";
import { storedImageSchema, type StoredImage } from "../../image-schema.ts";
import {
  imageLimits,
  ImageUploadError,
  isImageProblem,
  isRetryable,
  type ImageProblem,
} from "./image-problems.ts";
import type { OpenPicture } from "./open-picture.ts";

/** The sent share from 0 to 1; undefined while the server processes the image. */
type UploadedShare = number | undefined;

/** A picture and the part of it that the user chose. */
export type Crop = { picture: OpenPicture; area: Area };

type Selection = { file: File; crop: Crop | undefined };

type ImageUploadOptions = {
  /** The path of the upload. */
  url: string;
  onUploaded: (image: StoredImage) => void;
  /** Gets why the upload failed, and undefined once that no longer applies. */
  onProblem: (problem: ImageProblem | undefined) => void;
};

/** Uploads a form's image. A new upload replaces the running one. */
export function useImageUpload({ url, onUploaded, onProblem }: ImageUploadOptions) {
  const [progress, setProgress] = useState<{ sent: UploadedShare }>();
  const [failed, setFailed] = useState<Selection>();
  /** The chosen picture, which is shown before it is stored and in place of the stored one. */
  const [shown, setShown] = useState<Crop & { imageId?: string }>();
  const running = useRef<{ controller: AbortController; done: Promise<ImageProblem | undefined> }>(undefined);
  const pendingProblem = useRef<ImageProblem>(undefined);
  const isSettling = useRef(false);

  function reset() {
    running.current?.controller.abort();
    running.current = undefined;
    pendingProblem.current = undefined;
    setProgress(undefined);
    setFailed(undefined);
    onProblem(undefined);
  }

  function start({ file, crop }: Selection) {
    reset();
    setShown(crop);
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = (sent: UploadedShare) => !signal.aborted && setProgress({ sent });
    const done = uploadImage(file, { url, area: crop?.area, signal, onProgress }).then(
      (image) => {
        if (signal.aborted) return undefined;
        reset();
        setShown((current) => current && { ...current, imageId: image.id });
        onUploaded(image);
        return undefined;
      },
      (error: ImageUploadError) => (signal.aborted ? undefined : fail(error.code, { file, crop })),
    );
    running.current = { controller, done };
  }

  /** Reports a problem. A picture that can be uploaded again stays shown. */
  function fail(problem: ImageProblem, selection?: Selection): ImageProblem {
    reset();
    if (selection && isRetryable(problem)) {
      pendingProblem.current = problem;
      setFailed(selection);
    } else setShown(undefined);
    onProblem(problem);
    return problem;
  }

  useEffect(() => () => running.current?.controller.abort(), []);
  const pictureUrl = shown?.picture.url;
  useEffect(() => () => (pictureUrl ? URL.revokeObjectURL(pictureUrl) : undefined), [pictureUrl]);

  return {
    /** Undefined while nothing is being uploaded. */
    progress,
    shown,
    start,
    reject: (problem: ImageProblem) => void fail(problem),
    /** Uploads the failed file again; undefined if there is none. */
    retry: failed && (() => start(failed)),
    /** Cancels the upload, or discards the failed file. */
    cancel() {
      reset();
      setShown(undefined);
    },
    /**
     * Whether leaving would lose a chosen picture without a warning of the form, which guards its own unsaved changes,
     * except while it is being saved: for a `LeaveGuard`.
     */
    isUnguarded(isFormChanged: boolean) {
      const isUnfinished = running.current !== undefined || pendingProblem.current !== undefined;
      return isUnfinished && (isSettling.current || !isFormChanged);
    },
    /** Waits for the running upload. @throws ImageUploadError after a failure; the abort reason after unmounting */
    async settle() {
      isSettling.current = true;
      try {
        for (let current = running.current; current; current = running.current) {
          const problem = await current.done;
          if (problem) throw new ImageUploadError(problem);
          if (current === running.current) current.controller.signal.throwIfAborted();
        }
        if (pendingProblem.current) throw new ImageUploadError(pendingProblem.current);
      } finally {
        isSettling.current = false;
      }
    },
  };
}

export type ImageUpload = ReturnType<typeof useImageUpload>;

/** @throws ImageUploadError, or the signal's reason */
async function uploadImage(
  file: File,
  {
    url,
    area,
    signal,
    onProgress,
  }: {
    url: string;
    /** The part of the picture to use; its center by default. */
    area: Area | undefined;
    signal: AbortSignal;
    onProgress: (sent: UploadedShare) => void;
  },
): Promise<StoredImage> {
  const query = area && new URLSearchParams(Object.entries(area).map(([key, value]) => [key, String(value)]));
  onProgress(0);
  try {
    const text = await upload(query ? `${url}?${query}` : url, file, {
      // The server detects the type.
      contentType: "application/octet-stream",
      signal,
      timeoutMs: imageLimits.uploadMs,
      onProgress: (share) => onProgress(share < 1 ? share : undefined),
    });
    return storedImageSchema.parse(JSON.parse(text));
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ImageUploadError(problemOf(error));
  }
}

/** The meaning of error responses without a code. */
const problemsByStatus: Record<number, ImageProblem> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  408: "TOO_SLOW",
  413: "FILE_TOO_LARGE",
  415: "NOT_AN_IMAGE",
  429: "TOO_MANY_REQUESTS",
  503: "TOO_SLOW",
  504: "TOO_SLOW",
};

function problemOf(error: unknown): ImageProblem {
  if (!(error instanceof UploadError)) return "FAILED";
  if (error.code === "TIMEOUT") return "TOO_SLOW";
  return isImageProblem(error.code) ? error.code : (problemsByStatus[error.status] ?? "FAILED");
}
