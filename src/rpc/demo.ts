import { apiErrorOf } from "#lib/api-error.ts";

/** The product is a read-only demo (specification, "Other messages"). */
export const demoError = {
  status: 403,
  message: "This is a read-only demo, this action is disabled.",
} as const;

let notify: (() => Promise<unknown>) | undefined;

/** Registers what tells the user that a change was rejected. @returns a function that unregisters it */
export function onDemoRejection(callback: () => Promise<unknown>): () => void {
  notify = callback;
  return () => {
    if (notify === callback) notify = undefined;
  };
}

/** Tells the user if a demo's server rejects a call. @returns its result @throws its error */
export async function reportDemoRejection<Result>(call: PromiseLike<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (apiErrorOf(error)?.code === "DEMO_MODE") await notify?.();
    throw error;
  }
}
