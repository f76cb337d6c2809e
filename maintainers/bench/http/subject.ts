/** A request as a client sends it. `body` is sent as JSON. */
export type HttpRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
};

export type LimitKind = "by hand" | "from memory" | "rendering";

/** A request to measure, and how fast it could be. */
export type Subject = {
  name: string;
  /** Creates the requests that one connection sends, one after the other. */
  connect: () => () => HttpRequest;
  /** The status of the response; 200 if not given. */
  status?: number;
  /**
   * The limit that it is compared with: `by hand` is what limit-main.ts does with the same request, `from memory` is a plain
   * node:http server that sends the same bytes, `rendering` is React's part of the page alone (render-main.ts).
   */
  limit: LimitKind;
  /** The ratio to the limit that the product should reach. */
  goal?: number;
};

/** A request that is always the same. */
export function same(request: HttpRequest): Subject["connect"] {
  return () => () => request;
}
