import { brand } from "#brand/brand.ts";
import type { I18n } from "#i18n/i18n.ts";
import { isolate } from "#i18n/isolate.tsx";
import type { TextKey } from "#i18n/text-key.ts";
import { html } from "#server/mail/html.ts";
import { buttonClasses } from "#ui/controls/button.tsx";

type OfflinePage = {
  i18n: I18n;
  /** App's pages, of which the kept ones are shown. */
  links: { to: string; label: TextKey }[];
};

/** Shows the links to those pages that the service worker has kept, and loads the page again once the server responds. */
const script = `let load=()=>fetch("/up").then(({ok})=>ok&&location.reload(),()=>{});
addEventListener("online",load);setInterval(load,1e4);
for(let a of document.querySelectorAll("#kept a"))caches.match(a.href).then(kept=>{if(kept)a.hidden=a.parentElement.hidden=false})`;

/** The content of the page for pages that the service worker hasn't kept. It has no data about people. */
export function offlinePage({ i18n: { t }, links }: OfflinePage) {
  const body = html`<p class="text-balance text-muted-foreground">
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
    </p>`;
  return { title: t("offline:title"), body, script };
}
