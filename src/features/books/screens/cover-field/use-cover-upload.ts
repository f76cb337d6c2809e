import { useEffect, useRef, useState } from "react";
import type { Area } from "#lib/crop.ts";
import type { BookCover } from "../../schema.ts";
import { CoverUploadError, isRetryable, type CoverProblem } from "./cover-problems.ts";
import type { OpenPicture } from "./open-picture.ts";
import { uploadCover, type UploadedShare } from "./upload-cover.ts";

/** A picture and the part of it that the user chose. */
export type Crop = { picture: OpenPicture; area: Area };

type Selection = { file: File; crop: Crop | undefined };

type CoverUploadOptions = {
  onUploaded: (cover: BookCover) => void;
  /** Gets why the upload failed, and undefined once that no longer applies. */
  onProblem: (problem: CoverProblem | undefined) => void;
};

/** Uploads a form's cover. A new upload replaces the running one. */
export function useCoverUpload({ onUploaded, onProblem }: CoverUploadOptions) {
  const [progress, setProgress] = useState<{ sent: UploadedShare }>();
  const [failed, setFailed] = useState<Selection>();
  /** The chosen picture, which is shown before it is stored and in place of the stored one. */
  const [shown, setShown] = useState<Crop & { coverId?: string }>();
  const running = useRef<{ controller: AbortController; done: Promise<CoverProblem | undefined> }>(undefined);
  const pendingProblem = useRef<CoverProblem>(undefined);

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
    const done = uploadCover(file, { area: crop?.area, signal, onProgress }).then(
      (cover) => {
        if (signal.aborted) return undefined;
        reset();
        setShown((current) => current && { ...current, coverId: cover.id });
        onUploaded(cover);
        return undefined;
      },
      (error: CoverUploadError) => (signal.aborted ? undefined : fail(error.code, { file, crop })),
    );
    running.current = { controller, done };
  }

  /** Reports a problem. A picture that can be uploaded again stays shown. */
  function fail(problem: CoverProblem, selection?: Selection): CoverProblem {
    reset();
    if (selection && isRetryable(problem)) {
      pendingProblem.current = problem;
      setFailed(selection);
    } else setShown(undefined);
    onProblem(problem);
    return problem;
  }

  useEffect(() => () => running.current?.controller.abort(), []);
  const url = shown?.picture.url;
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);

  return {
    /** Undefined while nothing is being uploaded. */
    progress,
    shown,
    start,
    reject: (problem: CoverProblem) => void fail(problem),
    /** Uploads the failed file again; undefined if there is none. */
    retry: failed && (() => start(failed)),
    /** Cancels the upload, or discards the failed file. */
    cancel() {
      reset();
      setShown(undefined);
    },
    /** Whether a chosen picture isn't stored yet. */
    isUnfinished: () => running.current !== undefined || pendingProblem.current !== undefined,
    /** Waits for the running upload. @throws CoverUploadError after a failure; the abort reason after unmounting */
    async settle() {
      for (let current = running.current; current; current = running.current) {
        const problem = await current.done;
        if (problem) throw new CoverUploadError(problem);
        if (current === running.current) current.controller.signal.throwIfAborted();
      }
      if (pendingProblem.current) throw new CoverUploadError(pendingProblem.current);
    },
  };
}

export type CoverUpload = ReturnType<typeof useCoverUpload>;
