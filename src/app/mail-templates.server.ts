import { defaultLanguage, isLanguage, languages } from "#i18n/languages.ts";
import { type DevConfig, type DevVisitor, rejectStranger } from "#server/dev-visitor.ts";
import { type Html, html } from "#server/mail/html.ts";
import { mailPage, mailView } from "#server/mail/mail-page.ts";
import type { MailTemplate, MailTemplates } from "#server/mail/template.ts";

const parts = import.meta.glob<MailTemplates>("../features/*/parts/mails.server.ts", { import: "mails" });

/** The kinds of mails of all features. */
export async function mailTemplates(): Promise<MailTemplates> {
  const loaded = await Promise.all(Object.values(parts).map((load) => load()));
  return Object.assign({}, ...loaded) as MailTemplates;
}

const maxLength = 300;

/**
 * Shows kinds of mails to browsers on this machine: all at /dev/mails, one at /dev/mails/<name>?language=fr, where further
 * parameters replace the examples of its properties.
 */
export async function handleMailTemplates(
  request: Request,
  visitor: DevVisitor,
  config: DevConfig,
): Promise<Response> {
  const rejection = rejectStranger(visitor, config);
  if (rejection) return rejection;
  const { pathname, searchParams } = new URL(request.url);
  const templates = await mailTemplates();
  const name = /^\/dev\/mails\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (name === undefined) return page({ title: "Mails", main: list(templates) });
  if (!Object.hasOwn(templates, name))
    return page({ status: 404, title: "No such mail", main: list(templates) });
  const template = templates[name] as MailTemplate;
  const problem = problemOf(template, searchParams);
  if (problem) return page({ status: 400, title: problem, main: list(templates) });
  return await templatePage(name, template, Object.fromEntries(searchParams));
}

function problemOf({ properties }: MailTemplate, given: URLSearchParams): string | undefined {
  const language = given.get("language") ?? defaultLanguage;
  if (!isLanguage(language))
    return `The language must be one of ${languages.map(({ key }) => key).join(", ")}.`;
  const names = ["language", ...Object.keys(properties)];
  for (const [name, value] of given) {
    if (!names.includes(name)) return `There is no such property. This mail has: ${names.join(", ")}.`;
    if (given.getAll(name).length > 1) return `${name} may be given once.`;
    if (value.length > maxLength) return `${name} may have at most ${maxLength} characters.`;
  }
  return undefined;
}

async function templatePage(
  name: string,
  template: MailTemplate,
  { language = defaultLanguage, ...given }: Record<string, string>,
): Promise<Response> {
  if (!isLanguage(language)) throw new TypeError("The language is checked before");
  const properties = { ...template.properties, ...given };
  const mail = await template.render(language, properties);
  const details = html`<p>
      ${languages.map(({ key, name: label }) => {
        const search = new URLSearchParams({ language: key, ...given }).toString();
        return html`<a href="/dev/mails/${name}?${search}">${label}</a> `;
      })}
    </p>
    <form>
      <input type="hidden" name="language" value="${language}" />
      ${Object.entries(properties).map(
        ([property, value]) =>
          html`<label
            >${property} <input name="${property}" value="${value}" maxlength="${maxLength}"
          /></label> `,
      )}
      ${Object.keys(properties).length > 0 && html`<button>Show</button>`}
    </form>`;
  return page({ title: name, main: mailView(mail, details) });
}

function page({ status = 200, title, main }: { status?: number; title: string; main: Html }): Response {
  const header = html`<h1>${title}</h1>
    <p><a href="/dev/mails">All kinds of mails</a> <a href="/dev/mailbox">Mailbox</a></p>`;
  return mailPage({ status, title: `${title} | Mails`, header, main });
}

/** Every kind in every language. */
function list(templates: MailTemplates): Html {
  return html`<ul>
    ${Object.keys(templates).map(
      (name) =>
        html`<li>
          ${name}:
          ${languages.map(
            ({ key, name: label }) => html`<a href="/dev/mails/${name}?language=${key}">${label}</a> `,
          )}
        </li>`,
    )}
  </ul>`;
}
