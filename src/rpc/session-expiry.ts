import { apiErrorOf } from "#lib/api-error.ts";

/** Lets the user do what a rejected call needs first. @returns whether they did */
type Prompt = (data: unknown) => Promise<boolean>;

/** Retries calls that were rejected with a code, after the user did what is needed: all they typed stays. */
export function createRecovery(code: string) {
  let prompt: Prompt | undefined;
  let pending: Promise<boolean> | undefined;

  async function promptOnce(data?: unknown): Promise<boolean> {
    pending ??= prompt?.(data).finally(() => (pending = undefined));
    return (await pending) ?? false;
  }

  return {
    promptOnce,
    /** Registers what lets the user do it. @returns a function that unregisters it */
    onNeeded(callback: Prompt): () => void {
      prompt = callback;
      return () => {
        if (prompt === callback) prompt = undefined;
      };
    },
    /** Retries a call once. Several calls share one prompt. For the client's `interceptors`. */
    async retry<Result>({ next }: { next(): Promise<Result> }): Promise<Result> {
      try {
        return await next();
      } catch (error) {
        const rejection = apiErrorOf(error);
        if (rejection?.code !== code || !(await promptOnce(rejection.data))) throw error;
        return await next();
      }
    },
  };
}

/** After the user signed in again, when the session has ended. */
export const {
  onNeeded: onSessionExpired,
  promptOnce: promptReauth,
  retry: retryAfterReauth,
} = createRecovery("UNAUTHORIZED");

/** After the user confirmed that it's them. The data is that of `confirmationErrors`. */
export const { onNeeded: onConfirmationRequired, retry: retryAfterConfirmation } =
  createRecovery("CONFIRMATION_REQUIRED");
