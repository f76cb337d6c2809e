import { useEffect, useRef, useState } from "react";
import type { Area } from "#lib/crop.ts";
import type { BookCover } from "../../schema.ts";
import type { OpenPicture } from "./open-picture.ts";
import { CoverUploadError, isRetryable, type CoverProblem } from "./cover-problems.ts";
import { uploadCover, type UploadedShare } from "./upload-cover.ts";

/** The part of a picture that somebody chose. */
export type Cutting = { picture: OpenPicture; area: Area };

type Chosen = { file: File; cutting: Cutting | undefined };

type Uploading = {
  onUploaded: (cover: BookCover) => void;
  /** Gets why it did not work, and undefined where that is no longer so. */
  onProblem: (problem: CoverProblem | undefined) => void;
};

/** Uploads a form's cover, one at a time: another one takes the place of what is on its way. */
export function useCoverUpload({ onUploaded, onProblem }: Uploading) {
  const [sending, setSending] = useState<{ sent: UploadedShare }>();
  const [failed, setFailed] = useState<Chosen>();
  /** What was chosen last, shown before it is stored, and in its place afterwards. */
  const [shown, setShown] = useState<Cutting & { coverId?: string }>();
  const running = useRef<{ leaving: AbortController; done: Promise<CoverProblem | undefined> }>(undefined);
  const isLost = useRef<CoverProblem>(undefined);

  function end() {
    running.current?.leaving.abort();
    running.current = undefined;
    isLost.current = undefined;
    setSending(undefined);
    setFailed(undefined);
    onProblem(undefined);
  }

  function start({ file, cutting }: Chosen) {
    end();
    setShown(cutting);
    const leaving = new AbortController();
    const { signal } = leaving;
    const onProgress = (sent: UploadedShare) => !signal.aborted && setSending({ sent });
    const done = uploadCover(file, { area: cutting?.area, signal, onProgress }).then(
      (cover) => {
        if (signal.aborted) return undefined;
        end();
        setShown((now) => now && { ...now, coverId: cover.id });
        onUploaded(cover);
        return undefined;
      },
      (error: unknown) => (signal.aborted ? undefined : fail(problemOf(error), { file, cutting })),
    );
    running.current = { leaving, done };
  }

  /** Notes why it did not work. What may yet be sent stays shown. */
  function fail(problem: CoverProblem, chosen?: Chosen): CoverProblem {
    end();
    if (chosen && isRetryable(problem)) {
      isLost.current = problem;
      setFailed(chosen);
    } else setShown(undefined);
    onProblem(problem);
    return problem;
  }

  // Who leaves the form takes back what is on its way.
  useEffect(() => () => running.current?.leaving.abort(), []);
  const url = shown?.picture.url;
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);

  return {
    /** How far it has come; undefined where nothing is on its way. */
    sending,
    shown,
    start,
    /** Says that a file can't be used. */
    refuse: (problem: CoverProblem) => void fail(problem),
    /** Sends once more what could not be sent; undefined where there is none. */
    retry: failed && (() => start(failed)),
    /** Forgets what was chosen. */
    cancel() {
      end();
      setShown(undefined);
    },
    /** Whether something that was chosen is not yet stored. */
    isUnfinished: () => running.current !== undefined || isLost.current !== undefined,
    /**
     * Waits for what is on its way.
     * @throws CoverUploadError where it can't be stored, unless the person has given up on it; and where they have left
     */
    async settle() {
      for (let upload = running.current; upload; upload = running.current) {
        const problem = await upload.done;
        if (problem) throw new CoverUploadError(problem);
        if (upload === running.current) upload.leaving.signal.throwIfAborted();
      }
      if (isLost.current) throw new CoverUploadError(isLost.current);
    },
  };
}

export type CoverUpload = ReturnType<typeof useCoverUpload>;

function problemOf(error: unknown): CoverProblem {
  return error instanceof CoverUploadError ? error.code : "FAILED";
}
