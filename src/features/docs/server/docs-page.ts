import type { OpenAPI } from "@orpc/contract";
import type { Translate } from "#i18n/text-key.ts";
import { brand } from "#brand/brand.ts";
import { languageInfo, languageParameter, languages, type Language } from "#i18n/languages.ts";
import { Html, html } from "#server/mail/html.ts";
import { type Theme, themeScript } from "#ui/theme/theme.ts";
import { docsScript } from "./docs-script.ts";
import { docsStyles } from "./docs-styles.ts";
import { keyField } from "./key-field.ts";

/** An interface: where its operations are, and its OpenAPI description. */
export type DescribedInterface = { base: string; document: OpenAPI.Document };

type DocsPage = {
  interfaces: DescribedInterface[];
  t: Translate<"docs">;
  language: Language;
  theme: Theme;
  isSignedIn: boolean;
  origin: string;
  /** The URL of the product's stylesheet. */
  stylesheet: string;
};

/** The page's inline styles and scripts: it is sent to many, so it can have no nonce. */
export const inlineTexts = { styles: docsStyles, theme: themeScript, script: `(${docsScript})(document)` };

/** The documentation of the programming interfaces, readable without JavaScript. Descriptions are in English. */
export function docsPage(page: DocsPage): string {
  const { interfaces, t, language, theme, stylesheet } = page;
  const { dir } = languageInfo(language);
  return html`<!doctype html>
    <html lang="${language}" dir="${dir}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${t("title")} | ${brand.name}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${stylesheet}" />
        ${new Html(`<style>${inlineTexts.styles}</style><script>${inlineTexts.theme}</script>`)}
      </head>
      <body class="docs">
        <header>
          <p><a href="/">${brand.name}</a></p>
          <h1>${t("title")}</h1>
          ${
            languages.length > 1 &&
            html`<nav aria-label="${t("languages")}">
              ${languages.map(
                ({ key, name }) =>
                  html`<a
                    href="?${languageParameter}=${key}"
                    lang="${key}"
                    ${key === language && new Html("aria-current=true")}
                    >${name}</a
                  > `,
              )}
            </nav>`
          }
        </header>
        <div class="columns">
          <nav aria-label="${t("operations")}">
            <label for="search">${t("search")}</label>
            <input id="search" type="search" autocomplete="off" />
            <p id="found" role="status" data-none="${t("nothingFound")}"></p>
            ${interfaces.map((described) => navigation(described))}
          </nav>
          <main>${introduction(page)} ${interfaces.map((described) => section(page, described))}</main>
        </div>
        ${new Html(`<script>${inlineTexts.script}</script>`)}
      </body>
    </html>`.text;
}

type Operation = OpenAPI.OperationObject & { id: string; method: string; path: string };

function operationsOf({ document }: DescribedInterface): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    (Object.entries(methods ?? {}) as [string, OpenAPI.OperationObject][]).map(([method, operation]) => ({
      ...operation,
      id: operation.operationId ?? path,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The operations by their first tag. */
function groupsOf(described: DescribedInterface): [string, Operation[]][] {
  const groups = Object.groupBy(operationsOf(described), ({ tags }) => tags?.[0] ?? "");
  return Object.entries(groups).map(([tag, operations = []]) => [tag, operations]);
}

function navigation(described: DescribedInterface): Html {
  return html`<h2><bdi dir="ltr">${described.base}</bdi></h2>
    ${groupsOf(described).map(
      ([tag, operations]) =>
        html`${groupHeading(tag)}
          <ul lang="en" dir="ltr">
            ${operations.map(
              ({ id, method, path }) =>
                html`<li data-for="${id}"><a href="#${id}">${methodBadge(method)} ${path}</a></li>`,
            )}
          </ul>`,
    )}`;
}

function groupHeading(tag: string): Html {
  return tag ? html`<h3 lang="en">${tag}</h3>` : html``;
}

function methodBadge(method: string): Html {
  return html`<b class="method" data-method="${method}">${method}</b>`;
}

function introduction(page: DocsPage): Html {
  const { t, isSignedIn } = page;
  const parts = [
    html`<p>${t(isSignedIn ? "session" : "sessionSignedOut")}</p>`,
    html`<p>${t("keys")} <a href="/account">${t("account")}</a></p>`, // optional: api-keys
    html`<p>${t("limits")}</p>
      <p>${t("retries")}</p>
      <p>${t("errors")}</p>
      <p><a href="/api/openapi.json" dir="ltr">/api/openapi.json</a></p>`,
    keyField(page), // optional: api-keys
  ];
  return html`<section>${parts}</section>`;
}

function section(page: DocsPage, described: DescribedInterface): Html {
  return html`<section class="interface">
    <h2><bdi dir="ltr">${described.base}</bdi></h2>
    ${groupsOf(described).map(
      ([tag, operations]) =>
        html`${groupHeading(tag)} ${operations.map((operation) => operationView(page, described, operation))}`,
    )}
  </section>`;
}

function operationView({ t, origin }: DocsPage, { base }: DescribedInterface, operation: Operation): Html {
  const { id, method, path, summary = "", description = "" } = operation;
  const body = (operation.requestBody as OpenAPI.RequestBodyObject | undefined)?.content["application/json"];
  return html`<details id="${id}" class="operation">
    <summary>
      ${methodBadge(method)} <code dir="ltr">${base}${path}</code> <span lang="en">${summary}</span>
    </summary>
    <p lang="en" dir="ltr">${description.replaceAll("`", "")}</p>
    <form data-method="${method}" data-url="${origin}${base}${path}">
      ${(operation.parameters ?? []).map((parameter, index) => parameterField(`${id}-${index}`, parameter))}
      ${
        body &&
        html`<label for="${id}-body">${t("body")}</label>
          <textarea id="${id}-body" name="body" rows="8" dir="ltr" spellcheck="false">
${json(body.example ?? exampleBody(body.schema))}</textarea>
          <details>
            <summary>${t("schema")}</summary>
            <pre dir="ltr" tabindex="0">${json(body.schema ?? {})}</pre>
          </details>`
      }
      <p class="buttons">
        <button type="submit">${t("send")}</button>
        <button type="button" data-copy data-copied="${t("copied")}">${t("copy")}</button>
      </p>
      <pre class="curl" dir="ltr" tabindex="0"></pre>
      <p class="status" role="status" data-failed="${t("failed")}"></p>
      <pre class="answer" dir="ltr" tabindex="0" hidden></pre>
    </form>
    <h3>${t("responses")}</h3>
    ${Object.entries(operation.responses ?? {}).map(([status, response]) =>
      responseView(status, response as OpenAPI.ResponseObject),
    )}
  </details>`;
}

function parameterField(id: string, parameter: OpenAPI.ReferenceObject | OpenAPI.ParameterObject): Html {
  if (!("name" in parameter)) return html``;
  const { name, in: place, required = false, description, schema } = parameter;
  const { type, format, enum: choices } = (schema ?? {}) as Record<string, unknown>;
  const facts = [type, format, Array.isArray(choices) && choices.join(" | "), description]
    .filter(Boolean)
    .join(", ");
  return html`<div>
    <label for="${id}" lang="en" dir="ltr"><code>${name}</code> (${place})</label>
    <input
      id="${id}"
      name="${name}"
      data-in="${place}"
      autocomplete="off"
      dir="ltr"
      ${required && new Html("required")}
      aria-describedby="${id}-facts"
    />
    <p id="${id}-facts" class="soft" lang="en" dir="ltr">${facts}</p>
  </div>`;
}

/** A status with its error codes, or with the schema of what a success returns. */
function responseView(status: string, { description, content }: OpenAPI.ResponseObject): Html {
  const schema = status.startsWith("2") && content?.["application/json"]?.schema;
  const heading = html`<b>${status}</b> ${description}`;
  if (!schema) return html`<p lang="en" dir="ltr">${heading}</p>`;
  return html`<details>
    <summary lang="en" dir="ltr">${heading}</summary>
    <pre dir="ltr" tabindex="0">${json(schema)}</pre>
  </details>`;
}

/** The fields of a body with their examples, for the reader to fill in. */
function exampleBody(schema: object = {}): object {
  const { properties = {} } = schema as { properties?: Record<string, { examples?: unknown[] }> };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { examples }]) => [name, examples?.[0] ?? null]),
  );
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
