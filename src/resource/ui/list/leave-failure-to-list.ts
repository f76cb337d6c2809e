import { errorStatus } from "#ui/errors/error-data.ts";
import { nextPaint } from "#ui/next-paint.ts";

/**
 * For a route that loads a list: in the browser a failure is left to the list, which offers to retry, so that the page
 * stays as it is. The server responds with an error page. Rows in the cache are shown after the next paint, which answers
 * the click.
 */
export async function leaveFailureToList(loading: Promise<unknown>): Promise<void> {
  try {
    await Promise.all([loading, nextPaint()]);
  } catch (error) {
    const status = errorStatus(error);
    if (import.meta.env.SSR || status === 401 || status === 403) throw error;
  }
}
