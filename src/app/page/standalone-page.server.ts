import { brand } from "#brand/brand.ts";
import type { I18n } from "#i18n/i18n.ts";
import { languageInfo } from "#i18n/languages.ts";
import { Html, html } from "#server/mail/html.ts";
import { stylesheetPath } from "#ui/styles/stylesheet-path.server.ts";
import { themeScript } from "#ui/theme/theme.ts";

/** What a standalone page shows. */
export type StandaloneContent = {
  title: string;
  /** Below the title. */
  body: Html;
  script?: string;
};

/** A page without the application, which needs the stylesheet only. */
export async function standalonePage(
  { title, body, script }: StandaloneContent,
  { i18n: { language }, nonce }: { i18n: I18n; nonce: string },
): Promise<string> {
  const { dir, fontScale = 1 } = languageInfo(language);
  return html`<!doctype html>
    <html lang="${language}" dir="${dir}" style="--font-scale: ${fontScale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title} | ${brand.name}</title>
        <link rel="stylesheet" href="${await stylesheetPath()}" />
        <script nonce="${nonce}">
          ${new Html(themeScript)};
        </script>
      </head>
      <body>
        <main class="m-auto grid w-full max-w-lg justify-items-center gap-3 px-5 py-10 text-center">
          <h1 class="font-serif text-2xl font-semibold">${title}</h1>
          ${body}
        </main>
        ${
          script &&
          html`<script nonce="${nonce}">
            ${new Html(script)};
          </script>`
        }
      </body>
    </html>`.text;
}
