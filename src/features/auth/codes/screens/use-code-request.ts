import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import type { AuthError } from "../../auth-client.ts";
import { authErrorOf } from "../../errors/error-text.ts";
import { newCodeSeconds } from "../../limits.ts";

/** The state of requesting codes. */
export type CodeRequest = {
  isSending: boolean;
  /** The last request's error, unless the user only has to wait. */
  error: AuthError | undefined;
  /** Seconds until another code can be requested. */
  waitSeconds: number;
  /** Requests a code. @returns the error, if it fails */
  send(email: string): Promise<AuthError | undefined>;
  /** As `send`, unless a code has just been sent to this email: that one still works. */
  sendOnce(email: string): Promise<AuthError | undefined>;
};

/**
 * Requests codes, and counts down the seconds until the next code can be requested (decisions: "Sign-in").
 * @param request requests a code; throws errors
 * @param requestedAt when this browser requested the code that it has, if it did (milliseconds, Date.now)
 */
export function useCodeRequest(
  request: (email: string) => Promise<unknown>,
  requestedAt?: number,
): CodeRequest {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<AuthError>();
  const [waitSeconds, startCountdown] = useCountdown();
  const sentTo = useRef<string>(undefined);

  useEffect(() => {
    if (requestedAt !== undefined) startCountdown(newCodeSeconds - (Date.now() - requestedAt) / 1_000);
  }, [requestedAt, startCountdown]);

  async function send(email: string) {
    if (isSending) return undefined;
    setSending(true);
    setError(undefined);
    try {
      await request(email);
      sentTo.current = email;
      startCountdown(newCodeSeconds);
      return undefined;
    } catch (thrown) {
      const error = authErrorOf(thrown);
      const seconds = waitSecondsOf(error);
      if (seconds) startCountdown(seconds);
      else setError(error);
      return error;
    } finally {
      setSending(false);
    }
  }

  return {
    isSending,
    error,
    waitSeconds,
    send,
    sendOnce: async (email) => (waitSeconds > 0 && sentTo.current === email ? undefined : await send(email)),
  };
}

/** The seconds to wait, if that is all; a limit that lasts longer is an error. */
export function waitSecondsOf({ code, retryAfterSeconds = Infinity }: AuthError): number | undefined {
  const isShort = code === "TOO_MANY_REQUESTS" && retryAfterSeconds <= newCodeSeconds;
  return isShort ? retryAfterSeconds : undefined;
}

/** Formats how long the user has to wait. */
export function useWaitText(): (seconds: number) => string {
  const { t, i18n } = useTranslation("auth");
  return (seconds) =>
    t("newCode.wait", {
      count: seconds,
      seconds: formatNumber(i18n.language, seconds),
    });
}

/** The seconds left, and a function that starts the countdown. */
function useCountdown(): [seconds: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState<number>();
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (end === undefined) return;
    const timer = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1_000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [end]);

  const start = useCallback((seconds: number) => {
    if (seconds <= 0) return;
    setEnd(performance.now() + seconds * 1_000);
    setLeft(Math.ceil(seconds));
  }, []);
  return [left, start];
}
