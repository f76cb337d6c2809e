import { errorStatus } from "#ui/errors/error-data.ts";

/**
 * For a route that loads a list: in the browser a failure is left to the list, which offers to retry, so that the page
 * stays as it is. The server responds with an error page.
 */
export async function leaveFailureToList(loading: Promise<unknown>): Promise<void> {
  try {
    await loading;
  } catch (error) {
    const status = errorStatus(error);
    if (import.meta.env.SSR || status === 401 || status === 403) throw error;
  }
}
