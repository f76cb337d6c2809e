import type { OpenAPI } from "@orpc/contract";
import { brand } from "#brand/brand.ts";
import { languageInfo, languageParameter, languages, type Language } from "#i18n/languages.ts";
import type { Translate } from "#i18n/text-key.ts";
import { Html, html } from "#server/mail/html.ts";
import { type Theme, themeScript } from "#ui/theme/theme.ts";
import { docsScript } from "./docs-script.ts";
import { docsStyles } from "./docs-styles.ts";
import { keyField } from "./key-field.ts";
import type { DocumentedText, OperationTexts } from "./operation-texts.ts";
import { langOf, methodBadge, type Operation, operationView } from "./operation-view.ts";

/** An interface: where its operations are, its OpenAPI description, and the texts of its operations in the reader's language. */
export type DescribedInterface = {
  base: string;
  document: OpenAPI.Document;
  textsOf(operation: OpenAPI.OperationObject): OperationTexts | undefined;
};

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

/** The documentation of the programming interfaces, readable without JavaScript. */
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

function operationsOf({ document, textsOf }: DescribedInterface): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    (Object.entries(methods ?? {}) as [string, OpenAPI.OperationObject][]).map(([method, operation]) => {
      const { operationId: id = path } = operation;
      const texts = textsOf(operation) ?? { name: { text: id, lang: "en" }, access: [] };
      return { ...operation, id, method: method.toUpperCase(), path, texts };
    }),
  );
}

type Group = { heading: DocumentedText | undefined; operations: Operation[] };

function groupsOf(described: DescribedInterface): Group[] {
  const groups = Map.groupBy(operationsOf(described), ({ texts }) => texts.group?.text);
  return [...groups.values()].map((operations) => ({ heading: operations[0]?.texts.group, operations }));
}

function navigation(described: DescribedInterface): Html {
  return html`<h2><bdi dir="ltr">${described.base}</bdi></h2>
    ${groupsOf(described).map(
      ({ heading, operations }) =>
        html`${groupHeading(heading)}
          <ul lang="en" dir="ltr">
            ${operations.map(
              ({ id, method, path }) =>
                html`<li data-for="${id}"><a href="#${id}">${methodBadge(method)} ${path}</a></li>`,
            )}
          </ul>`,
    )}`;
}

function groupHeading(heading: DocumentedText | undefined): Html {
  return heading ? html`<h3 ${langOf(heading)}>${heading.text}</h3>` : html``;
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
      ({ heading, operations }) =>
        html`${groupHeading(heading)}
        ${operations.map((operation) => operationView(page, described.base, operation))}`,
    )}
  </section>`;
}
