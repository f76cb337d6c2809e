/** How much of the server's resources one client can use. */
export type ServerLimits = {
  /** All headers of a request together; more is a 431. */
  maxHeaderBytes: number;
  /** More is a 414. */
  maxUrlLength: number;
  /** A body, measured by the bytes received; more is a 413. A BodyRule can set another limit. */
  maxBodyBytes: number;
  /** Until the end of the headers, from the connection or the request's first byte; longer is a 408. */
  headerTimeoutMs: number;
  /** Until the end of the body, from the request's first byte; longer is a 408. */
  requestTimeoutMs: number;
  /** Until the handler's response starts; longer is a 503. */
  handlerTimeoutMs: number;
  /** How long a client can leave a response unread before its connection is closed. */
  stallTimeoutMs: number;
  /** How long an idle connection stays open: longer than the usual 60 s of proxies, so that they close it first. */
  keepAliveTimeoutMs: number;
  readinessTimeoutMs: number;
  /** How long running requests can continue when the server closes. */
  drainTimeoutMs: number;
  /** How long, and how many bytes of, a rejected body are still read, so that the client can read the response. */
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
