import type { Config } from "#server/config.ts";
import { type DevConfig, type DevVisitor, rejectStranger } from "#server/dev-visitor.ts";
import { Html, html } from "./html.ts";
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
  return new Response(mailboxPage(messages, shown), {
    status: id && !shown ? 404 : 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
    },
  });
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

/** Runs no scripts and loads nothing: neither the page nor the message in its frame, which inherits this. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Separate from the product's styles, because the page must work even if the application doesn't. */
const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 80rem; padding: 1rem }
nav ol { padding: 0; list-style: none }
nav a { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.5rem; border-radius: 8px; color: inherit; text-decoration: none }
nav a[aria-current] { background: light-dark(#eee, #333) }
bdi { overflow-wrap: anywhere }
strong { font-size: 2rem; letter-spacing: 0.2em; user-select: all }
iframe { width: 100%; height: 36rem; border: 1px solid gray; border-radius: 8px }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
`;

/** The mailbox as a page without scripts. @param messages newest first */
function mailboxPage(messages: StoredMessage[], shown: StoredMessage | undefined): string {
  const emptyText =
    messages.length > 0
      ? "Message not found: only the newest 200 messages are stored."
      : "No messages yet: every mail appears here as soon as it is sent.";
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${shown ? `${shown.subject} | Mailbox` : "Mailbox"}</title>
        <style>
          ${new Html(styles)}
        </style>
      </head>
      <body>
        <header>
          <h1>Mailbox</h1>
          <p>Mails are stored on this machine, because no mail server is configured.</p>
          <p><a href="/dev/mailbox">Refresh</a></p>
        </header>
        <main>${shown ? messageView(shown) : html`<p>${emptyText}</p>`}</main>
        <nav aria-label="Messages">
          <ol>
            ${messages.map((message) => messageLink(message, message.id === shown?.id))}
          </ol>
        </nav>
      </body>
    </html> `.text;
}

function messageLink({ id, to, subject, receivedAt }: StoredMessage, isShown: boolean): Html {
  return html`<li>
    <a href="/dev/mailbox/${id}" ${isShown && new Html('aria-current="page"')}>
      <bdi>${to}</bdi> <bdi>${subject}</bdi> ${timeOf(receivedAt)}
    </a>
  </li>`;
}

function messageView({ to, subject, html: content, text, code, receivedAt }: StoredMessage): Html {
  return html`<article>
    <h2 dir="auto">${subject}</h2>
    <p>To <bdi>${to}</bdi>, ${timeOf(receivedAt)}</p>
    ${code && html`<p>Code <strong>${code}</strong></p>`}
    <h3>HTML</h3>
    <iframe
      title="The message as HTML"
      srcdoc="${content}<base target='_blank' />"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    <h3>Text</h3>
    <pre dir="auto">${text}</pre>
  </article>`;
}

/** In this machine's time zone, which is the user's. */
function timeOf(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${date.toLocaleString("en-GB")}</time>`;
}
