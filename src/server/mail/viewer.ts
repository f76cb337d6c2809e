import { randomBytes } from "node:crypto";
import { type Config, isLoopback, servesLoopbackOnly } from "#server/config.ts";
import { createMailbox, mailboxFolder } from "./mailbox.ts";
import { messagePage, type ShownMessage } from "./viewer-page.ts";

/** The client of a request for the mailbox. */
export type MailboxVisitor = {
  clientAddress: string;
  /** The Host header, which reveals a site whose name resolves to this machine (DNS rebinding). */
  host: string | undefined;
};

/**
 * Shows the embedded mailbox at /dev/mailbox and /dev/mailbox/<id> to browsers on this machine; 404 for all others.
 * `?part=html` returns the message's HTML only, for the page's frame.
 */
export async function handleMailbox(
  request: Request,
  visitor: MailboxVisitor,
  config: Pick<Config, "smtpUrl" | "dataDir" | "baseUrl" | "host">,
): Promise<Response> {
  const isOpen = config.smtpUrl === undefined && servesLoopbackOnly(config);
  if (!isOpen || !isLoopback(visitor.clientAddress) || !isLoopback(hostnameOf(visitor.host))) {
    return new Response("Not found\n", {
      status: 404,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
  const url = new URL(request.url);
  const id = /^\/dev\/mailbox\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  const mailbox = createMailbox(mailboxFolder(config.dataDir));
  if (id && url.searchParams.get("part") === "html") {
    const message = await mailbox.read(id);
    return htmlResponse(message?.html ?? "", framePolicy, message ? 200 : 404, frameHeaders);
  }
  const messages = (await mailbox.list()).map((message) => ({ ...message, ...languageOf(message.html) }));
  const shown = id ? messages.find((message) => message.id === id) : messages[0];
  const nonce = randomBytes(18).toString("base64url");
  const page = messagePage({ messages, shown, isMissing: id !== undefined && !shown, nonce });
  return htmlResponse(page, pagePolicy(nonce), id && !shown ? 404 : 200);
}

/** Runs no scripts, and loads nothing except the frame with the message. */
function pagePolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Allows inline styles, and links in new tabs. */
const framePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** The sandboxed frame has an opaque origin, for which browsers can't apply our Origin-Agent-Cluster header. */
const frameHeaders = { "origin-agent-cluster": "?0" };

function htmlResponse(
  body: string,
  policy: string,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      ...headers,
    },
  });
}

/** The language and direction in a mail's HTML. */
function languageOf(html: string): Pick<ShownMessage, "lang" | "dir"> {
  const tag = /<html\b[^>]*>/i.exec(html)?.[0] ?? "";
  const lang = /\slang="([\w-]{2,35})"/i.exec(tag)?.[1];
  return { lang: lang ?? "en", dir: /\sdir="rtl"/i.test(tag) ? "rtl" : "ltr" };
}

function hostnameOf(host: string | undefined): string {
  return URL.parse(`http://${host ?? ""}`)?.hostname ?? "";
}
