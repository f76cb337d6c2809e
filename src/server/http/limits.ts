/** What one client may take from the server. Times in milliseconds, sizes in bytes. */
export type Limits = {
  /** All header lines of a request together: answered 431 beyond. */
  headBytes: number;
  /** The request's target: answered 414 beyond. */
  urlLength: number;
  /** A body, by the bytes that really arrive: answered 413 beyond. */
  bodyBytes: number;
  /** From the first byte of a request, or from the connection, to the end of its header lines: 408. */
  headTimeout: number;
  /** From the first byte of a request to the last of its body: 408. */
  requestTimeout: number;
  /** From the app being asked to its answer's first byte: 503. */
  handlerTimeout: number;
  /** How long a client may leave an answer unread before its connection is cut. */
  stallTimeout: number;
  /** How long an idle connection is kept: longer than the 60 s of usual proxies, so that they close first. */
  keepAliveTimeout: number;
  readinessTimeout: number;
  /** How long running requests may go on when the server closes. */
  drainTimeout: number;
  /** How long, and how far, a refused body is still read, so that the refusal reaches who is sending. */
  lingerTimeout: number;
  lingerBytes: number;
  connections: number;
};

export const defaultLimits: Limits = {
  headBytes: 16 * 1024,
  urlLength: 8 * 1024,
  bodyBytes: 1024 * 1024,
  headTimeout: 10_000,
  requestTimeout: 30_000,
  handlerTimeout: 30_000,
  stallTimeout: 30_000,
  keepAliveTimeout: 65_000,
  readinessTimeout: 2_000,
  drainTimeout: 10_000,
  lingerTimeout: 1_000,
  lingerBytes: 8 * 1024 * 1024,
  connections: 5_000,
};
