import { brand } from "#brand/brand.ts";
import { seededAccounts } from "#features/users/shared/seeded-accounts.ts";
import { type DevConfig, type DevVisitor, rejectStranger } from "#server/dev-visitor.ts";
import { Html, html } from "#server/mail/html.ts";

type Step = {
  title: string;
  text: string | Html;
  links: { href: string; label: string }[];
  /** The code that does it, from the project's folder. */
  files: string[];
};

/** What to try first. The files that it names exist (tour.test.ts). */
export const steps: Step[] = [
  {
    title: "Sign in without a password",
    text: html`Enter <code>${seededAccounts[0]?.email}</code>. The code is in the mailbox, which the login
      pages read for you, and printed in the terminal.`,
    links: [
      { href: "/login", label: "Log in" },
      { href: "/dev/mailbox", label: "Mailbox" },
    ],
    files: [
      "src/features/auth/screens/login-screen.tsx",
      "src/features/auth/codes/server/request-code.ts",
      "src/server/mail/viewer.ts",
    ],
  },
  {
    title: "Edit one record in two windows",
    text: html`Open the same user in two windows and press <kbd>E</kbd> in both. Change the name in one, the
      email in the other, and save: both changes stay. Change the same field, and you are asked.`,
    links: [{ href: "/manager/users", label: "Users" }],
    files: [
      "src/resource/merge-changes.ts",
      "src/resource/ui/record/use-record-editing.ts",
      "docs/decisions/0029-merging-saves.md",
    ],
  },
  {
    title: "Search, filter, export",
    text: "The URL holds what you see, so that a link or the Back button brings it back. The export has the same rows.",
    links: [{ href: "/manager/users?searchTerm=an", label: "Users with “an”" }],
    files: [
      "src/features/users/screens/user-list-screen.tsx",
      "src/resource/ui/list/record-list.tsx",
      "src/resource/server/list/define-list.ts",
    ],
  },
  // optional: ar
  {
    title: "Switch to Arabic, in the dark",
    text: "The page is mirrored, and numbers and plurals follow. Languages and themes are in the bar at the top, or in your account.",
    links: [
      { href: "/manager/account?lng=ar", label: "In Arabic" },
      { href: "/manager/account?lng=en", label: "In English" },
    ],
    files: ["src/i18n/languages.ts", "src/ui/styles/tokens.css", "src/features/users/messages/ar.json"],
  },
  // end: ar
  // optional: offline
  {
    title: "Stop the server",
    text: html`With <code>npm start</code>, which builds: open some pages of App, then press Ctrl-C. What you
      opened can still be read, and installed as an app.`,
    links: [{ href: "/app", label: "App" }],
    files: [
      "public/service-worker.js",
      "src/app/routing/keep-offline.ts",
      "docs/decisions/0042-offline-pages.md",
    ],
  },
  // end: offline
  // optional: api-keys
  {
    title: "Call it from a program",
    text: html`Create an API key in your account, then:
      <code>curl -H "Authorization: Bearer ${brand.apiKeyPrefix}…" localhost:3000/api/rest/users</code>`,
    links: [
      { href: "/manager/account", label: "Account" },
      { href: "/api/docs", label: "API documentation" },
    ],
    files: ["src/features/users/contract.ts", "src/rpc/enforce-permission.server.ts"],
  },
  // end: api-keys
  {
    title: "Add something of your own",
    text: "The recipe leads from a table to lists, forms, permissions and tests. A resource takes about 400 lines.",
    links: [{ href: brand.documentation, label: "Documentation" }],
    files: ["docs/architecture.md", "src/app/features.ts", "src/app/features.server.ts"],
  },
];

/**
 * Shows a tour for who has just cloned the product, under the same conditions as the mailbox.
 * @param hasEditor whether files are links that open the editor, which only Vite's server does
 */
export function handleTour(
  visitor: DevVisitor,
  config: DevConfig,
  hasEditor = import.meta.env.DEV,
): Response {
  return (
    rejectStranger(visitor, config) ??
    new Response(tourPage(hasEditor), {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cache-control": "no-store",
      },
    })
  );
}

/** No scripts. The frame takes the empty response to a link that opens the editor. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const styles = `
:root { color-scheme: light dark; --accent: light-dark(#00693e, #67cb92); --line: light-dark(#e2ddd3, #3a3632); font: 1rem/1.6 system-ui, sans-serif }
body { margin: 0 auto; max-width: 64rem; padding: 2.5rem 1.25rem; background: light-dark(#fcfbf7, #191613) }
h1, h2 { margin: 0; font-family: Georgia, serif; line-height: 1.25 }
h1 { font-size: 2.25rem }
h2 { font-size: 1.25rem }
header p { margin-block: 0.5rem 2rem; font-size: 1.125rem }
ol { margin: 0; padding: 0; list-style: none; counter-reset: step }
li.step { display: grid; grid-template-columns: 3rem minmax(0, 1fr); padding-block: 1.5rem; border-block-start: 1px solid var(--line); counter-increment: step }
li.step::before { content: counter(step); font: 1.75rem/1 Georgia, serif; color: var(--accent) }
p { margin-block: 0.5rem 0.75rem }
a { color: var(--accent); text-underline-offset: 0.2em }
.links { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0 }
.links a { padding: 0.375rem 0.875rem; border: 1px solid var(--line); border-radius: 8px; font-weight: 600; text-decoration: none }
.links a:hover { border-color: currentcolor }
ul { margin: 0; padding: 0; list-style: none; font-size: 0.875rem }
ul li { padding-block: 0.125rem }
code { overflow-wrap: anywhere }
iframe { display: none }
.body { display: grid; gap: 0.75rem 2rem }
@media (min-width: 50rem) { .body { grid-template-columns: 1fr 22rem } }
`;

function tourPage(hasEditor: boolean): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>A tour in three minutes | ${brand.name}</title>
        <style>
          ${new Html(styles)}
        </style>
      </head>
      <body>
        <header>
          <h1>A tour in three minutes</h1>
          <p>What ${brand.name} does, and the code that does it. Only this machine sees this page.</p>
        </header>
        <main>
          <ol>
            ${steps.map((step) => stepView(step, hasEditor))}
          </ol>
        </main>
        ${hasEditor && html`<iframe name="editor" title="Editor"></iframe>`}
      </body>
    </html> `.text;
}

function stepView({ title, text, links, files }: Step, hasEditor: boolean): Html {
  return html`<li class="step">
    <div class="body">
      <div>
        <h2>${title}</h2>
        <p>${text}</p>
        <p class="links">
          ${links.map(({ href, label }) => html`<a href="${href}" target="_blank">${label}</a>`)}
        </p>
      </div>
      <ul aria-label="Code">
        ${files.map((file) => html`<li>${fileView(file, hasEditor)}</li>`)}
      </ul>
    </div>
  </li>`;
}

function fileView(file: string, hasEditor: boolean): Html {
  const path = html`<code>${file}</code>`;
  if (!hasEditor) return path;
  return html`<a href="/__open-in-editor?file=${encodeURIComponent(file)}" target="editor">${path}</a>`;
}
