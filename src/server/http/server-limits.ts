/** How much of the server's resources one client can use. */
export const defaultLimits = {
  /** All headers of a request together; more is a 431. */
  maxHeaderBytes: 16 * 1024,
  /** More is a 414. */
  maxUrlLength: 8 * 1024,
  /** A body, measured by the bytes received; more is a 413. A BodyRule can set another limit. */
  maxBodyBytes: 1024 * 1024,
  /** Until the end of the headers, from the connection or the request's first byte; longer is a 408. */
  headerTimeoutMs: 10_000,
  /** Until the end of the body, from the request's first byte; longer is a 408. */
  requestTimeoutMs: 30_000,
  /** Until the handler's response starts; longer is a 503. A BodyRule can set another timeout. */
  handlerTimeoutMs: 30_000,
  /** How long a client can leave a response unread before its connection is closed. */
  stallTimeoutMs: 30_000,
  /** How long an idle connection stays open: longer than the usual 60 s of proxies, so that they close it first. */
  keepAliveTimeoutMs: 65_000,
  readinessTimeoutMs: 2_000,
  /** How long running requests can continue when the server closes. */
  drainTimeoutMs: 10_000,
  /** How long, and how many bytes of, a rejected body are still read, so that the client can read the response. */
  lingerTimeoutMs: 1_000,
  maxLingerBytes: 8 * 1024 * 1024,
  maxConnections: 5_000,
};

export type ServerLimits = typeof defaultLimits;
