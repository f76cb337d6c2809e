import type { Config } from "#server/config.ts";
import { type DevConfig, type DevVisitor, rejectStranger } from "#server/dev-visitor.ts";
import { Html, html } from "./html.ts";
import { mailPage, mailView } from "./mail-page.ts";
import { createMailbox, mailboxFolder, type StoredMessage } from "./mailbox.ts";

/** Shows the embedded mailbox at /dev/mailbox and /dev/mailbox/<id> to browsers on this machine; 404 for all others. */
export async function handleMailbox(
  request: Request,
  visitor: DevVisitor,
  config: DevConfig & Pick<Config, "dataDir">,
): Promise<Response> {
  const rejection = rejectStranger(visitor, config);
  if (rejection) return rejection;
  const id = /^\/dev\/mailbox\/([^/]+)\/?$/.exec(new URL(request.url).pathname)?.[1];
  const messages = await createMailbox(mailboxFolder(config.dataDir)).list();
  const shown = id ? messages.find((message) => message.id === id) : messages[0];
  return mailboxPage(messages, shown, id && !shown ? 404 : 200);
}

/** The newest code that was sent to an email, as JSON; 404 if there is none, and for all but browsers on this machine. */
export async function handleNewestCode(
  request: Request,
  visitor: DevVisitor,
  config: DevConfig & Pick<Config, "dataDir">,
): Promise<Response> {
  const rejection = rejectStranger(visitor, config);
  if (rejection) return rejection;
  const email = new URL(request.url).searchParams.get("email");
  const messages = await createMailbox(mailboxFolder(config.dataDir)).list();
  const code = messages.find((message) => message.to === email && message.code)?.code ?? null;
  return Response.json({ code }, { status: code ? 200 : 404, headers: { "cache-control": "no-store" } });
}

/** The mailbox as a page without scripts. @param messages newest first */
function mailboxPage(messages: StoredMessage[], shown: StoredMessage | undefined, status: number): Response {
  const emptyText =
    messages.length > 0
      ? "Message not found: only the newest 200 messages are stored."
      : "No messages yet: every mail appears here as soon as it is sent.";
  return mailPage({
    status,
    title: shown ? `${shown.subject} | Mailbox` : "Mailbox",
    header: html`<h1>Mailbox</h1>
      <p>Mails are stored on this machine, because no mail server is configured.</p>
      <p><a href="/dev/mailbox">Refresh</a> <a href="/dev/mails">All kinds of mails</a></p>`,
    main: shown ? messageView(shown) : html`<p>${emptyText}</p>`,
    footer: html`<nav aria-label="Messages">
      <ol>
        ${messages.map((message) => messageLink(message, message.id === shown?.id))}
      </ol>
    </nav>`,
  });
}

function messageLink({ id, to, subject, receivedAt }: StoredMessage, isShown: boolean): Html {
  return html`<li>
    <a href="/dev/mailbox/${id}" ${isShown && new Html('aria-current="page"')}>
      <bdi>${to}</bdi> <bdi>${subject}</bdi> ${timeOf(receivedAt)}
    </a>
  </li>`;
}

function messageView({ to, code, receivedAt, ...mail }: StoredMessage): Html {
  return mailView(
    mail,
    html`<p>To <bdi>${to}</bdi>, ${timeOf(receivedAt)}</p>
      ${code && html`<p>Code <strong>${code}</strong></p>`}`,
  );
}

/** In this machine's time zone, which is the user's. */
function timeOf(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${date.toLocaleString("en-GB")}</time>`;
}
