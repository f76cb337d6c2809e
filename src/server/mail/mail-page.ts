import { Html, html } from "./html.ts";

/** Runs no scripts and loads nothing: neither the page nor the message in its frame, which inherits this. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Separate from the product's styles, because the page must work even if the application doesn't. */
const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 80rem; padding: 1rem }
nav ol { padding: 0; list-style: none }
nav a { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.5rem; border-radius: 8px; color: inherit; text-decoration: none }
nav a[aria-current] { background: light-dark(#eee, #333) }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end }
label { display: grid }
bdi { overflow-wrap: anywhere }
strong { font-size: 2rem; letter-spacing: 0.2em; user-select: all }
iframe { width: 100%; height: 36rem; border: 1px solid gray; border-radius: 8px }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
`;

type MailPage = { status?: number; title: string; header: Html; main: Html; footer?: Html };

/** A page of mails for this machine, without scripts. */
export function mailPage({ status = 200, title, header, main, footer }: MailPage): Response {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Html(styles)}
        </style>
      </head>
      <body>
        <header>${header}</header>
        <main>${main}</main>
        ${footer}
      </body>
    </html> `;
  return new Response(page.text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
    },
  });
}

/** A mail as programs show it: as HTML in a frame, and as text. @param details below its subject */
export function mailView(mail: { subject: string; html: string; text: string }, details: Html): Html {
  return html`<article>
    <h2 dir="auto">${mail.subject}</h2>
    ${details}
    <h3>HTML</h3>
    <iframe
      title="The message as HTML"
      srcdoc="${mail.html}<base target='_blank' />"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>
    <h3>Text</h3>
    <pre dir="auto">${mail.text}</pre>
  </article>`;
}
