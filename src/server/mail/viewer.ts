import { randomBytes } from "node:crypto";
import { type Config, isLoopback, servesLoopbackOnly } from "#server/config.ts";
import { createMailbox, mailboxFolder } from "./mailbox.ts";
import { messagePage, type ShownMessage } from "./viewer-page.ts";

/** Who asks for a page of the mailbox. */
export type MailboxVisitor = {
  clientAddress: string;
  /** The Host header as it came. A page of another site that has its name lead to this machine is known by it. */
  host: string | undefined;
};

/**
 * The embedded mailbox at /dev/mailbox and /dev/mailbox/<id>: for who sits at this machine, and 404 for all others.
 * With `?part=html` the answer is the message's HTML alone, for the frame in which the page shows it.
 */
export async function handleMailbox(
  request: Request,
  visitor: MailboxVisitor,
  config: Pick<Config, "smtpUrl" | "dataDir" | "baseUrl" | "host">,
): Promise<Response> {
  const isOpen = config.smtpUrl === undefined && servesLoopbackOnly(config);
  if (!isOpen || !isLoopback(visitor.clientAddress) || !isLoopback(nameOf(visitor.host))) {
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
    return answer(message?.html ?? "", framePolicy, message ? 200 : 404, frameHeaders);
  }
  const messages = (await mailbox.list()).map((message) => ({ ...message, ...languageOf(message.html) }));
  const shown = id ? messages.find((message) => message.id === id) : messages[0];
  const nonce = randomBytes(18).toString("base64url");
  const page = messagePage({ messages, shown, isGone: id !== undefined && !shown, nonce });
  return answer(page, pagePolicy(nonce), id && !shown ? 404 : 200);
}

/** Nothing runs and nothing is fetched, but the frame with the message. */
function pagePolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Mails bring their styles along; their links open beside the mailbox. */
const framePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** The frame is sandboxed into an origin of its own, for which browsers can't keep the promise made for ours. */
const frameHeaders = { "origin-agent-cluster": "?0" };

function answer(body: string, policy: string, status = 200, headers: Record<string, string> = {}): Response {
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

/** The language and direction that a mail's HTML declares. */
function languageOf(html: string): Pick<ShownMessage, "lang" | "dir"> {
  const tag = /<html\b[^>]*>/i.exec(html)?.[0] ?? "";
  const lang = /\slang="([\w-]{2,35})"/i.exec(tag)?.[1];
  return { lang: lang ?? "en", dir: /\sdir="rtl"/i.test(tag) ? "rtl" : "ltr" };
}

function nameOf(host: string | undefined): string {
  return URL.parse(`http://${host ?? ""}`)?.hostname ?? "";
}
