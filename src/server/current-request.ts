import { AsyncLocalStorage } from "node:async_hooks";

/** What the log says of the request for which something is done. */
export type CurrentRequest = {
  /** The reference on its error page. */
  id: string;
  /** The operation that it calls, of which a page calls several. */
  operation?: string;
};

const requests = new AsyncLocalStorage<CurrentRequest>();

/** Does something for a request, with all that it calls. */
export function withCurrentRequest<Result>(request: CurrentRequest, work: () => Result): Result {
  return requests.run(request, work);
}

/** The request for which something is done; undefined for the process's own work. */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore();
}
