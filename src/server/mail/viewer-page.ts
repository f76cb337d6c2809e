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
          <span class="when">${time(message.receivedAt, { short: true })}</span>
          <span class="subject" lang="${message.lang}"><bdi>${message.subject}</bdi></span>
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
    ${code && html`<p class="code"><span>Code</span> <strong>${code}</strong></p>`}
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
    <svg viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      <path class="sheet" d="M18 34 80 8l62 26v70a8 8 0 0 1-8 8H26a8 8 0 0 1-8-8Z" />
      <path class="letter" d="M36 22h88v66H36Z" />
      <path class="rule" d="M50 38h34M50 48h60M50 58h48" />
      <path class="sheet" d="m18 42 62 40 62-40v62a8 8 0 0 1-8 8H26a8 8 0 0 1-8-8Z" />
      <path class="fold" d="m22 109 44-36m72 36L94 73" />
    </svg>
    <h2>${title}</h2>
    <p>${sentence}</p>
  </div>`;
}

const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "medium",
  hourCycle: "h23",
});
const timeOnly = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", hourCycle: "h23" });
const dayOnly = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** In this machine's time zone, which is the user's. */
function time(date: Date, { short = false } = {}): Html {
  const format = !short ? dayAndTime : isToday(date) ? timeOnly : dayOnly;
  return html`<time datetime="${date.toISOString()}">${format.format(date)}</time>`;
}

function isToday(date: Date): boolean {
  return date.toDateString() === new Date().toDateString();
}
