/** What one client may take from the server. Times in milliseconds, sizes in bytes. */
export type ServerLimits = {
  /** All header lines of a request together: answered 431 beyond. */
  maxHeaderBytes: number;
  /** The request's target: answered 414 beyond. */
  maxUrlLength: number;
  /** A body, by the bytes that really arrive: answered 413 beyond. */
  maxBodyBytes: number;
  /** From the first byte of a request, or from the connection, to the end of its header lines: 408. */
  headerTimeoutMs: number;
  /** From the first byte of a request to the last of its body: 408. */
  requestTimeoutMs: number;
  /** From the app being asked to its answer's first byte: 503. */
  handlerTimeoutMs: number;
  /** How long a client may leave an answer unread before its connection is cut. */
  stallTimeoutMs: number;
  /** How long an idle connection is kept: longer than the 60 s of usual proxies, so that they close first. */
  keepAliveTimeoutMs: number;
  readinessTimeoutMs: number;
  /** How long running requests may go on when the server closes. */
  drainTimeoutMs: number;
  /** How long, and how far, a refused body is still read, so that the refusal reaches who is sending. */
  lingerTimeoutMs: number;
  maxLingerBytes: number;
  maxConnections: number;
};

export const defaultLimits: ServerLimits = {
  maxHeaderBytes: 16 * 1024,
  maxUrlLength: 8 * 1024,
  maxBodyBytes: 1024 * 1024,
  headerTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  handlerTimeoutMs: 30_000,
  stallTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  readinessTimeoutMs: 2_000,
  drainTimeoutMs: 10_000,
  lingerTimeoutMs: 1_000,
  maxLingerBytes: 8 * 1024 * 1024,
  maxConnections: 5_000,
};
