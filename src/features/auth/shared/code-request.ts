import { useCallback, useEffect, useRef, useState } from "react";
import { newCodeSeconds } from "../limits.ts";
import { authErrorOf, type AuthError } from "./error-text.ts";

/** Asking for codes: what goes on, and what came of it. */
export type CodeRequest = {
  isAsking: boolean;
  /** Why the last code was refused. */
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
 */
export function useCodeRequest(send: (email: string) => Promise<unknown>): CodeRequest {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<AuthError>();
  const [waitSeconds, wait] = useCountdown();
  const sentTo = useRef<string>(undefined);

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
      setError(refusal);
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
    setEnd(performance.now() + seconds * 1_000);
    setLeft(seconds);
  }, []);
  return [left, begin];
}
