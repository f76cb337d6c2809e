import type { IncomingMessage } from "node:http";
import { hasBody, type HttpError } from "./http-context.ts";

/** A body that some paths may have instead of 1 MiB of JSON. */
export type BodyRule = {
  path: RegExp;
  contentTypes: readonly string[];
  maxBytes: number;
  /** How long it may take to arrive and to be answered, in milliseconds, where that is longer than elsewhere. */
  timeoutMs?: number;
};

/** The pages whose forms work without JavaScript, and so are sent as forms. */
export const formPaths: readonly string[] = [
  "/login",
  "/login/social",
  "/login/verify",
  "/onboarding",
  "/logout",
];

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses methods that nothing here answers. */
export function methodError(method: string | undefined): HttpError | undefined {
  if (methods.includes(method ?? "")) return undefined;
  return {
    status: 405,
    message: `This server answers ${methods.join(", ")} only.`,
    headers: { allow: methods.join(", ") },
  };
}

/**
 * Refuses what is to change something unless a page of ours sent it. Browsers name the page's origin in Origin and
 * can't be made to lie about it, so a request without one is refused too.
 */
export function originError(req: IncomingMessage, origin: string): HttpError | undefined {
  if (safeMethods.has(req.method ?? "")) return undefined;
  const site = req.headers["sec-fetch-site"];
  if (req.headers.origin === origin && site !== "cross-site" && site !== "same-site") return undefined;
  return {
    status: 403,
    message: `Changes are accepted only from pages of ${origin}: send this from there, with its Origin header.`,
  };
}

/** Which bodies a path takes: that of an upload, a form's where forms work without JavaScript, JSON elsewhere. */
export function bodyRule(
  path: string,
  uploads: readonly BodyRule[],
  maxBytes: number,
): Omit<BodyRule, "path"> {
  const upload = uploads.find((rule) => rule.path.test(path));
  if (upload) return upload;
  const takesForm = formPaths.includes(path.replace(/(?<=.)\/$/, ""));
  return {
    maxBytes,
    contentTypes: takesForm
      ? ["application/json", "application/x-www-form-urlencoded"]
      : ["application/json"],
  };
}

/** Refuses bodies where none belongs, of another type, encoded, or announced as longer than they may be. */
export function bodyError(req: IncomingMessage, rule: Omit<BodyRule, "path">): HttpError | undefined {
  if (!hasBody(req)) return undefined;
  if (safeMethods.has(req.method ?? "")) {
    return { status: 400, message: `A ${req.method} request has no body: leave it out.` };
  }
  const contentType = req.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!rule.contentTypes.includes(contentType)) {
    return { status: 415, message: `Send the body as ${rule.contentTypes.join(" or ")}.` };
  }
  if ((req.headers["content-encoding"] ?? "identity") !== "identity") {
    return { status: 415, message: "Send the body without a content encoding." };
  }
  if (Number(req.headers["content-length"] ?? 0) > rule.maxBytes) return bodyTooLarge(rule.maxBytes);
  return undefined;
}

export function bodyTooLarge(maxBytes: number): HttpError {
  return { status: 413, message: `The body is larger than ${maxBytes} bytes: send less.` };
}

export const requestTimedOut: HttpError = {
  status: 408,
  message: "The request took too long to arrive: send it again.",
};
