import { apiErrorOf } from "#lib/api-error.ts";

/** Lets the user sign in again. @returns whether they did */
type Reauthenticate = () => Promise<boolean>;

let reauthenticate: Reauthenticate | undefined;
let pending: Promise<boolean> | undefined;

/** Registers what lets the user sign in again. @returns a function that unregisters it */
export function onSessionExpired(callback: Reauthenticate): () => void {
  reauthenticate = callback;
  return () => {
    if (reauthenticate === callback) reauthenticate = undefined;
  };
}

/**
 * Retries a call once after the user signed in again, so that an expired session loses nothing they typed. Several calls
 * share one sign-in. For the client's `interceptors`.
 */
export async function retryAfterReauth<Result>({ next }: { next(): Promise<Result> }): Promise<Result> {
  try {
    return await next();
  } catch (error) {
    if (apiErrorOf(error)?.code !== "UNAUTHORIZED" || !(await reauthenticateOnce())) throw error;
    return await next();
  }
}

async function reauthenticateOnce(): Promise<boolean> {
  pending ??= reauthenticate?.().finally(() => (pending = undefined));
  return (await pending) ?? false;
}
