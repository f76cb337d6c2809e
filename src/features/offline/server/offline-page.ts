import { brand } from "#brand/brand.ts";
import type { I18n } from "#i18n/i18n.ts";
import { isolate } from "#i18n/isolate.tsx";
import type { TextKey } from "#i18n/text-key.ts";
import { languageInfo } from "#i18n/languages.ts";
import { Html, html } from "#server/mail/html.ts";
import { buttonClasses } from "#ui/controls/button.tsx";
import { themeScript } from "#ui/theme/theme.ts";

type OfflinePage = {
  i18n: I18n;
  nonce: string;
  /** The URL of the product's stylesheet. */
  stylesheet: string;
  /** App's pages, of which the kept ones are shown. */
  links: { to: string; label: TextKey }[];
};

/** Shows the links to those pages that the service worker has kept, and loads the page again once the server responds. */
const script = `let load=()=>fetch("/up").then(({ok})=>ok&&location.reload(),()=>{});
addEventListener("online",load);setInterval(load,1e4);
for(let a of document.querySelectorAll("#kept a"))caches.match(a.href).then(kept=>{if(kept)a.hidden=a.parentElement.hidden=false})`;

/** The page for pages that the service worker hasn't kept. It has no data about people, and needs the stylesheet only. */
export function offlinePage({ i18n, nonce, stylesheet, links }: OfflinePage): string {
  const { t, language } = i18n;
  const { dir, fontScale = 1 } = languageInfo(language);
  return html`<!doctype html>
    <html lang="${language}" dir="${dir}" style="--font-scale: ${fontScale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${t("offline:title")} | ${brand.name}</title>
        <link rel="stylesheet" href="${stylesheet}" />
        <script nonce="${nonce}">
          ${new Html(themeScript)};
        </script>
      </head>
      <body>
        <main class="m-auto grid w-full max-w-lg justify-items-center gap-3 px-5 py-10 text-center">
          <h1 class="font-serif text-2xl font-semibold">${t("offline:title")}</h1>
          <p class="text-balance text-muted-foreground">
            ${t("offline:text", { name: isolate(brand.name) })}
          </p>
          <p class="mt-5">
            <a href="" class="${buttonClasses("primary")}">${t("components:errorPage.tryAgain")}</a>
          </p>
          <p id="kept" class="flex flex-wrap justify-center gap-3" hidden>
            ${t("offline:kept")}
            ${links.map(
              ({ to, label }) => html`<a href="${to}" class="text-accent underline" hidden>${t(label)}</a> `,
            )}
          </p>
        </main>
        <script nonce="${nonce}">
          ${new Html(script)};
        </script>
      </body>
    </html>`.text;
}
