/** How much of the server's resources clients can use. A client is an IPv4 address or an IPv6 /64 network. */
export const defaultLimits = {
  /** All headers of a request together; more is a 431. */
  maxHeaderBytes: 16 * 1024,
  /** More is a 414. */
  maxUrlLength: 8 * 1024,
  /** Query parameters; more is a 400. */
  maxParameters: 100,
  /** A body, measured by the bytes received; more is a 413. A thousand ids with versions fit. A BodyRule can set another limit. */
  maxBodyBytes: 64 * 1024,
  /** Until the end of the headers, from the connection or the request's first byte; longer is a 408. */
  headerTimeoutMs: 10_000,
  /** Until the end of the body, from the request's first byte; longer is a 408. */
  requestTimeoutMs: 30_000,
  /** A body may take this long, and a second more for each `minBytesPerSecond` received; longer is a 408. */
  bodyTimeoutMs: 5_000,
  minBytesPerSecond: 16 * 1024,
  /** Until the handler's response starts; longer is a 503. A BodyRule can set another timeout. */
  handlerTimeoutMs: 30_000,
  /** How long a client can leave a response unread before its connection is closed. */
  stallTimeoutMs: 30_000,
  /** How long an idle connection stays open: longer than the usual 60 s of proxies, so that they close it first. */
  keepAliveTimeoutMs: 65_000,
  /** How long running requests can continue when the server closes. */
  drainTimeoutMs: 10_000,
  /** How long, and how many bytes of, a rejected body are still read, so that the client can read the response. */
  lingerTimeoutMs: 1_000,
  maxLingerBytes: 8 * 1024 * 1024,
  /** Connections at once. Those of a trusted proxy count in total only. */
  maxConnections: 6_000,
  maxConnectionsPerClient: 1_000,
  /** Unfinished requests at once, without built files and event streams; more is a 429. */
  maxRequests: 2_000,
  maxRequestsPerClient: 250,
  /** Unfinished requests whose body has more than `largeBodyBytes`; more is a 429. */
  maxLargeBodies: 40,
  maxLargeBodiesPerClient: 10,
  largeBodyBytes: 16 * 1024,
  /** Requests that the application handles at once; more wait for their turn. */
  maxHandlers: 12,
  maxHandlersPerClient: 4,
  /** How long a handler counts among those: one that takes longer is waiting for something. */
  maxSlotMs: 500,
};

/** So many entries of a header's list are read. Browsers and proxies send fewer. */
export const maxListEntries = 50;

export type ServerLimits = typeof defaultLimits;
