import type { IncomingMessage } from "node:http";
import { hasBody, type HttpContext, type HttpError } from "./http-context.ts";
import { hasKeyOnly } from "./key-requests.ts";
import type { ServerLimits } from "./server-limits.ts";

/** The bodies that a path accepts, if it accepts others than JSON of up to 64 KiB. */
export type BodyRule = {
  /** Matches the whole path. */
  path: RegExp;
  contentTypes: readonly string[];
  maxBytes?: number;
  /** For receiving the body and starting the response. */
  timeoutMs?: number;
  /**
   * The handler receives the body itself, for example after checking a permission. By default it is called once the
   * whole body is in memory.
   */
  isStreamed?: boolean;
};

/** A rule with the defaults. */
export type BodyLimits = Required<Omit<BodyRule, "path">>;

const allowedMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

export function methodError(method: string | undefined): HttpError | undefined {
  if (allowedMethods.includes(method ?? "")) return undefined;
  const methods = allowedMethods.join(", ");
  return { status: 405, message: `This server accepts ${methods} only.`, headers: { allow: methods } };
}

/**
 * Rejects changes that none of our pages sent. Browsers set Origin and scripts can't change it, so a request without it
 * is rejected too.
 */
export function originError(
  context: Pick<HttpContext, "req" | "path">,
  origin: string,
): HttpError | undefined {
  const { req } = context;
  if (safeMethods.has(req.method ?? "")) return undefined;
  if (hasKeyOnly(context)) return undefined; // optional: api-keys
  if (req.headers.origin !== undefined && !isCrossOrigin(req, origin)) return undefined;
  return {
    status: 403,
    message: `Changes are accepted only from pages of ${origin}: send this from there, with its Origin header.`,
  };
}

/** Whether a page of another origin sent the request, by the headers that browsers set and scripts can't change. */
export function isCrossOrigin(req: IncomingMessage, origin: string): boolean {
  const site = req.headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site" || (req.headers.origin ?? origin) !== origin;
}

/** The rule for a path, or the default: JSON. */
export function bodyRuleFor(path: string, rules: readonly BodyRule[], limits: ServerLimits): BodyLimits {
  const {
    contentTypes = ["application/json"],
    maxBytes = limits.maxBodyBytes,
    timeoutMs = limits.handlerTimeoutMs,
    isStreamed = false,
  } = rules.find((rule) => rule.path.test(path)) ?? {};
  return { contentTypes, maxBytes, timeoutMs, isStreamed };
}

/** Rejects bodies of reading requests, of other content types, with a content encoding, or with too long a length. */
export function bodyError(
  req: IncomingMessage,
  { contentTypes, maxBytes }: BodyLimits,
): HttpError | undefined {
  if (!hasBody(req)) return undefined;
  if (safeMethods.has(req.method ?? "")) {
    return { status: 400, message: `A ${req.method} request must not have a body.` };
  }
  const contentType = req.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!contentTypes.includes(contentType)) {
    return { status: 415, message: `Send the body as ${contentTypes.join(" or ")}.` };
  }
  if ((req.headers["content-encoding"] ?? "identity") !== "identity") {
    return { status: 415, message: "Send the body without a content encoding." };
  }
  if (Number(req.headers["content-length"] ?? 0) > maxBytes) return bodyTooLarge(maxBytes);
  return undefined;
}

export function bodyTooLarge(maxBytes: number): HttpError {
  return { status: 413, message: `The body is larger than ${maxBytes} bytes: send less.` };
}

export const tooManyAtOnce: HttpError = {
  status: 429,
  message: "Too many requests at once from your network: try again in a moment.",
  headers: { "retry-after": "1" },
};

export const requestTimedOut: HttpError = {
  status: 408,
  message: "The request took too long to arrive: send it again.",
};
