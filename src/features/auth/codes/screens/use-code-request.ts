import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { newCodeSeconds } from "#features/auth/limits.ts";
import { authErrorOf, type AuthError } from "#features/auth/errors/error-text.ts";

/** Asking for codes: what goes on, and what came of it. */
export type CodeRequest = {
  isAsking: boolean;
  /** Why the last code was refused, for another reason than that it has to be waited for. */
  error: AuthError | undefined;
  /** Until another code may be asked for. */
  waitSeconds: number;
  /** Sends a code. @returns the refusal, if there is one */
  ask(email: string): Promise<AuthError | undefined>;
  /** The same, unless one has just been sent to the address: that one still works. */
  askOnce(email: string): Promise<AuthError | undefined>;
};

/**
 * Asks for codes to an address, and counts the seconds down until another one may be asked for (decisions: "Sign-in").
 * @param send sends a code; throws refusals
 * @param askedAt when this browser asked for the code that it has, if it was before (milliseconds, Date.now)
 */
export function useCodeRequest(send: (email: string) => Promise<unknown>, askedAt?: number): CodeRequest {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<AuthError>();
  const [waitSeconds, wait] = useCountdown();
  const sentTo = useRef<string>(undefined);

  useEffect(() => {
    if (askedAt !== undefined) wait(newCodeSeconds - (Date.now() - askedAt) / 1_000);
  }, [askedAt, wait]);

  async function ask(email: string) {
    if (isAsking) return undefined;
    setAsking(true);
    setError(undefined);
    try {
      await send(email);
      sentTo.current = email;
      wait(newCodeSeconds);
      return undefined;
    } catch (thrown) {
      const refusal = authErrorOf(thrown);
      const seconds = waitOf(refusal);
      if (seconds) wait(seconds);
      else setError(refusal);
      return refusal;
    } finally {
      setAsking(false);
    }
  }

  return {
    isAsking,
    error,
    waitSeconds,
    ask,
    askOnce: async (email) => (waitSeconds > 0 && sentTo.current === email ? undefined : await ask(email)),
  };
}

/** How long another code has to be waited for, where that is all: spent budgets of an hour are an error. */
export function waitOf({ code, retryAfterSeconds = Infinity }: AuthError): number | undefined {
  const isShort = code === "TOO_MANY_REQUESTS" && retryAfterSeconds <= newCodeSeconds;
  return isShort ? retryAfterSeconds : undefined;
}

/** Says how long another code has to be waited for. */
export function useWaitText(): (seconds: number) => string {
  const { t, i18n } = useTranslation("auth");
  return (seconds) =>
    t("newCode.wait", {
      count: seconds,
      seconds: formatNumber(i18n.language as Language, seconds),
    });
}

/** Seconds left, and what begins to count them down. */
function useCountdown(): [seconds: number, begin: (seconds: number) => void] {
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

  const begin = useCallback((seconds: number) => {
    if (seconds <= 0) return;
    setEnd(performance.now() + seconds * 1_000);
    setLeft(Math.ceil(seconds));
  }, []);
  return [left, begin];
}
