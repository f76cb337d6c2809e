import { Html, html } from "./html.ts";
import type { StoredMessage } from "./mailbox.ts";
import { viewerStyles } from "./viewer-styles.ts";

/** A message with its language. */
export type ShownMessage = StoredMessage & { lang: string; dir: "ltr" | "rtl" };

type MailboxView = {
  /** Newest first. */
  messages: ShownMessage[];
  shown: ShownMessage | undefined;
  /** The requested message doesn't exist any more. */
  isMissing: boolean;
  nonce: string;
};

/** The mailbox as a page without scripts. */
export function messagePage({ messages, shown, isMissing, nonce }: MailboxView): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${shown ? `${shown.subject} | Mailbox` : "Mailbox"}</title>
        <style nonce="${nonce}">
          ${new Html(viewerStyles)}
        </style>
      </head>
      <body>
        <header class="bar">
          <div>
            <h1>Mailbox</h1>
            <p>Mails are stored on this machine, because no mail server is configured.</p>
          </div>
          <a class="button" href="/dev/mailbox">Refresh</a>
        </header>
        <main>${shown ? messageView(shown) : emptyView(isMissing)}</main>
        ${messages.length > 0 && messageList(messages, shown)}
      </body>
    </html> `.text;
}

function messageList(messages: ShownMessage[], shown: ShownMessage | undefined): Html {
  const items = messages.map(
    (message) =>
      html`<li>
        <a href="/dev/mailbox/${message.id}" ${message.id === shown?.id && new Html('aria-current="page"')}>
          <span class="to"><bdi>${message.to}</bdi></span>
          <span class="subject" lang="${message.lang}"><bdi>${message.subject}</bdi></span>
          <span class="when">${time(message.receivedAt)}</span>
        </a>
      </li>`,
  );
  return html`<nav aria-label="Messages">
    <ol>
      ${items}
    </ol>
  </nav>`;
}

function messageView(message: ShownMessage): Html {
  const { id, to, subject, text, code, receivedAt, lang, dir } = message;
  return html`<article>
    <h2><bdi lang="${lang}" dir="${dir}">${subject}</bdi></h2>
    <p class="about">To <bdi>${to}</bdi>, ${time(receivedAt)}</p>
    ${code && html`<p class="code">Code <strong>${code}</strong></p>`}
    <div class="parts">
      <section aria-labelledby="as-html">
        <h3 id="as-html">HTML</h3>
        <iframe
          title="The message as HTML"
          src="/dev/mailbox/${id}?part=html"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>
      </section>
      <section aria-labelledby="as-text">
        <h3 id="as-text">Text</h3>
        <pre lang="${lang}" dir="${dir}">${text}</pre>
      </section>
    </div>
  </article>`;
}

function emptyView(isMissing: boolean): Html {
  const [title, sentence] = isMissing
    ? ["Message not found", "Only the newest 200 messages are stored. Choose another one, or refresh."]
    : ["No messages yet", "Every mail appears here as soon as it is sent. Request a code, then refresh."];
  return html`<div class="empty">
    <h2>${title}</h2>
    <p>${sentence}</p>
  </div>`;
}

const dayAndTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** In this machine's time zone, which is the user's. */
function time(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${dayAndTime.format(date)}</time>`;
}
