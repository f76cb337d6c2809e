import type { OpenAPI } from "@orpc/contract";
import type { Translate } from "#i18n/text-key.ts";
import { Html, html } from "#server/mail/html.ts";
import type { DocumentedText, OperationTexts } from "./operation-texts.ts";

/** An operation of a description. */
export type Operation = OpenAPI.OperationObject & {
  id: string;
  method: string;
  path: string;
  texts: OperationTexts;
};

type Page = { t: Translate<"docs">; origin: string };

/** An operation with its form, which the page's script sends. @param base the path of its interface */
export function operationView({ t, origin }: Page, base: string, operation: Operation): Html {
  const { id, method, path, texts } = operation;
  const { name, description, access } = texts;
  const body = (operation.requestBody as OpenAPI.RequestBodyObject | undefined)?.content["application/json"];
  return html`<details id="${id}" class="operation">
    <summary>
      ${methodBadge(method)} <code dir="ltr">${base}${path}</code> <span ${langOf(name)}>${name.text}</span>
    </summary>
    ${description && html`<p dir="auto" ${langOf(description)}>${withCode(description.text)}</p>`}
    ${access.length > 0 && html`<p>${withCode(access.join(" "))}</p>`}
    <form data-method="${method}" data-url="${origin}${base}${path}">
      ${(operation.parameters ?? []).map((parameter, index) =>
        parameterField(t, `${id}-${index}`, parameter),
      )}
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

function parameterField(
  t: Translate<"docs">,
  id: string,
  parameter: OpenAPI.ReferenceObject | OpenAPI.ParameterObject,
): Html {
  if (!("name" in parameter)) return html``;
  const { name, in: place, required = false, description = "", schema } = parameter;
  const { type, format, enum: choices } = (schema ?? {}) as Record<string, unknown>;
  const facts = [type, format, Array.isArray(choices) && choices.join(" | ")].filter(Boolean).join(", ");
  const help: DocumentedText =
    name === "Idempotency-Key" ? { text: t("retries") } : { text: description, lang: "en" };
  return html`<div>
    <label for="${id}"
      ><code dir="ltr">${name}</code> (${t(`places.${place as "path" | "query" | "header"}`)})</label
    >
    <input
      id="${id}"
      name="${name}"
      data-in="${place}"
      autocomplete="off"
      dir="ltr"
      ${required && new Html("required")}
      aria-describedby="${id}-facts"
    />
    <p id="${id}-facts" class="soft">
      <span lang="en" dir="ltr">${facts}</span> <span ${langOf(help)}>${help.text}</span>
    </p>
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

export function methodBadge(method: string): Html {
  return html`<b class="method" data-method="${method}">${method}</b>`;
}

/** The attribute of an element with the text. */
export function langOf({ lang }: DocumentedText): Html {
  return lang ? html`lang="${lang}"` : html``;
}

/** A text in which code is between backticks. */
function withCode(text: string): Html[] {
  return text
    .split("`")
    .map((part, index) => (index % 2 ? html`<code dir="ltr">${part}</code>` : html`${part}`));
}
