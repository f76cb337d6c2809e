import type { Translate } from "#i18n/text-key.ts";
import { type Html, html } from "#server/mail/html.ts";

/** The field for an API key, with which the page's script then sends requests. */
export function keyField({ t }: { t: Translate<"docs"> }): Html {
  return html`<label for="key">${t("key")}</label>
    <input
      id="key"
      type="password"
      autocomplete="off"
      spellcheck="false"
      dir="ltr"
      aria-describedby="key-help"
    />
    <p id="key-help" class="soft">${t("keyHelp")}</p>`;
}
