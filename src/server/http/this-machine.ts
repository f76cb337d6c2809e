import type { IncomingMessage } from "node:http";
import { isLoopback } from "#server/config.ts";
import type { HttpContext, HttpError } from "./http-context.ts";
import { normalizeAddress } from "./trusted-proxies.ts";

/*
 * The embedded services are for this machine only. Tunnels and proxies that run here connect from here, too, and may send any Host: only
 * their headers tell them from a browser. One that adds none can't be recognized (docs/security.md, "This machine only").
 */

/** Headers by which proxies and tunnels say for whom they pass a request on. */
const forwardingHeader = new RegExp(
  [
    "forward|prox|tunnel|ngrok",
    "(?:^|-)via$",
    "(?:^|-|client)ip$",
    "remote-addr",
    "^(?:akamai|cdn|cf|fastly|fly|front-end|incap|surrogate|tailscale|true-client)-",
    "^x-(?:amzn?|appengine|arr|azure|client|cloud|cluster|envoy|exposed|fastly|host|ms|nginx|original|real|remote|scheme|url|varnish|vercel)\\b",
  ].join("|"),
);

/** Headers that browsers send by themselves, and our scripts. */
const browserHeader =
  /^(?:accept(?:-.+)?|alt-used|cache-control|connection|content-(?:length|type)|cookie|dnt|host|if-.+|origin|pragma|priority|purpose|range|referer|save-data|sec-.+|service-worker.*|te|upgrade(?:-insecure-requests)?|user-agent|x-ts[rs]-.+)$/;

/** Whether a request has headers of a proxy or tunnel. */
export function isForwarded({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return Object.keys(headers).some((name) => forwardingHeader.test(name));
}

/** Whether a program on this machine sent a request to this server itself. By default nginx uses HTTP/1.0. */
export function isDirect(req: IncomingMessage): boolean {
  const address = normalizeAddress(req.socket.remoteAddress ?? "");
  const hostname = URL.parse(`http://${req.headers.host ?? ""}`)?.hostname;
  const isLocal = isLoopback(address ?? "") && isLoopback(hostname ?? "");
  return isLocal && req.httpVersion !== "1.0" && !isForwarded(req);
}

/**
 * Whether a person on this machine opened a page here: `isDirect`, with no header that their browser wouldn't send, so that unknown tunnels
 * don't pass either, and not from another site's page. For what shows or does what only they may see or do.
 */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const { "sec-fetch-site": site = "none" } = req.headers;
  const isOwnPage = site === "none" || site === "same-origin";
  return isOwnPage && isDirect(req) && Object.keys(req.headers).every((name) => browserHeader.test(name));
}

const forThisMachineOnly: HttpError = {
  status: 403,
  message:
    "This is for the machine that the server runs on. To serve others, also through a tunnel or a proxy, set BASE_URL, DATABASE_URL, SMTP_URL and AUTH_SECRET.",
};

/**
 * Rejects requests from elsewhere, if only this machine is served.
 * In development, Vite's own paths are always for this machine: they open files in an editor, for example.
 */
export function elsewhereError(
  { req, path, info }: Pick<HttpContext, "req" | "path" | "info">,
  { isForThisMachine, middleware }: { isForThisMachine: boolean; middleware: unknown },
): HttpError | undefined {
  const isAllowed =
    middleware && path.startsWith("/__") ? info.isFromThisMachine : !isForThisMachine || isDirect(req);
  return isAllowed ? undefined : forThisMachineOnly;
}
