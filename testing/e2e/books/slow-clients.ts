import { connect, type Socket } from "node:net";

/** A request that never ends: its beginning, then one byte at a time; or one whose response is not read. */
export type SlowRequest = { name: string; start: string; isUnread?: boolean };

const json = "application/json";
const form = "application/x-www-form-urlencoded";
// optional: csv
const importQuery = new URLSearchParams({
  mode: "check",
  columns: "title:0,author:1,genre:2",
  delimiter: "comma",
  hasHeader: "true",
});
// end: csv

/** Slow clients do everything slowly: at once would measure a flood of requests. */
const reopenDelayMs = 3_000;

/** Every endpoint that takes a body, with the body's type and an announced length that fits it. */
const bodies: [path: string, contentType: string, length: number][] = [
  ["/api/auth/email-otp/send-verification-otp", json, 60],
  ["/api/auth/sign-in/email-otp", json, 80],
  ["/login", form, 60],
  ["/login/verify", form, 80],
  ["/logout", form, 20],
  ["/_serverFn/x?createServerFn", json, 500],
  ["/api/rpc/books/list", json, 500],
  ["/api/rest/books", json, 500], // optional: rest
  ["/api/covers", "image/png", 1_000_000], // optional: images
  [`/api/books/imports?${importQuery}`, "text/csv", 1_000_000], // optional: csv
];

/**
 * Slow requests to every kind of endpoint.
 * @param url of the server
 * @param headers more lines of headers, for example a cookie: uploads and responses that only users get need one
 */
export function slowRequests(url: string, headers: readonly string[] = []): SlowRequest[] {
  const { host, origin } = new URL(url);
  const start = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, `Host: ${host}`, ...headers, ...more].join("\r\n");
  return [
    { name: "nothing", start: "" },
    { name: "headers", start: start("GET /login", "X-Slow: ") },
    ...bodies.map(([path, type, length]) => ({
      name: path.replace(/\?.*/, ""),
      start: start(
        `POST ${path}`,
        `Origin: ${origin}`,
        `Content-Type: ${type}`,
        `Content-Length: ${length}`,
        "",
        "{",
      ),
    })),
    ...[
      "/login",
      "/manager/books",
      "/api/books.csv", // optional: csv
      "/api/live", // optional: live
    ].map((path) => ({
      name: `${path}, unread`,
      start: start(`GET ${path}`, "", ""),
      isUnread: true,
    })),
  ];
}

/** A client that sends the beginning of a slow request, and begins again when the server closes the connection. */
export type SlowClient = {
  /** Resolves once it is connected for the first time. */
  connected: Promise<void>;
  /** Sends or reads one more byte. */
  continue(): void;
  /** How often the server has closed the connection. */
  closedCount(): number;
  stop(): void;
};

/** @param localAddress for example another loopback address, to be another client */
export function startSlowClient(
  url: string,
  { start, isUnread = false }: SlowRequest,
  localAddress?: string,
): SlowClient {
  const connected = Promise.withResolvers<void>();
  let isStopped = false;
  let closedCount = 0;
  let socket: Socket;

  function open() {
    socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port), localAddress });
    socket.on("connect", connected.resolve);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (isStopped) return;
      closedCount += 1;
      setTimeout(open, reopenDelayMs);
    });
    if (isUnread) socket.pause();
    else socket.resume();
    socket.write(start);
  }

  open();
  return {
    connected: connected.promise,
    continue() {
      if (isUnread) socket.read(1);
      else socket.write("x");
    },
    closedCount: () => closedCount,
    stop() {
      isStopped = true;
      socket.destroy();
      connected.resolve();
    },
  };
}
