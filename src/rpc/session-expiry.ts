import { apiErrorOf } from "../lib/api-error.ts";

/** Asks the person to sign in again. @returns whether they did */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Names who asks people to sign in again when their session has ended; returns how to end that. */
export function onSessionExpired(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = undefined;
  };
}

/**
 * A call that was refused because nobody is signed in any more waits until the person has signed in again, and is made
 * once more: what they typed is not lost. Any number of calls ask once. For the client's `interceptors`.
 */
export async function retryAfterReauth<Result>({ next }: { next(): Promise<Result> }): Promise<Result> {
  try {
    return await next();
  } catch (error) {
    if (!isUnauthorized(error) || !(await askOnce())) throw error;
    return await next();
  }
}

async function askOnce(): Promise<boolean> {
  asking ??= ask?.().finally(() => (asking = undefined));
  return (await asking) ?? false;
}

function isUnauthorized(error: unknown): boolean {
  return apiErrorOf(error)?.code === "UNAUTHORIZED";
}
