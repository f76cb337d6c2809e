import { detectLanguage } from "#i18n/detect.ts";
import { serverI18n } from "#i18n/i18n.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { tooManyRequests } from "#server/http/error-response.ts";
import { html, type Html } from "#server/mail/html.ts";
import { buttonClasses } from "#ui/controls/button.tsx";
import { standalonePage } from "./standalone-page.server.ts";

/** The response to a navigation over the limit: a page that tries it again, without JavaScript as well. */
export async function tooManyRequestsPage(
  request: Request,
  { nonce }: Pick<RequestContext, "nonce">,
  state: Parameters<typeof tooManyRequests>[0],
): Promise<Response> {
  const i18n = await serverI18n(detectLanguage(request));
  const { t } = i18n;
  const body = html`<p class="text-balance text-muted-foreground">${t("common:errors.tooMany")}</p>
    ${await tryAgain(request, t("components:errorPage.tryAgain"))}`;
  const page = await standalonePage({ title: t("components:errorPage.unknown"), body }, { i18n, nonce });
  const { status, headers } = tooManyRequests(state);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(page, { status, headers });
}

/** A link to the same page; after a form, a form with the same fields, so that nothing typed is lost. */
async function tryAgain(request: Request, label: string): Promise<Html> {
  const classes = `mt-5 ${buttonClasses("primary")}`;
  if (request.method !== "POST") return html`<a href="" class="${classes}">${label}</a>`;
  const fields = await request.formData().catch(() => new FormData());
  return html`<form method="post">
    ${[...fields].map(
      ([name, value]) =>
        typeof value === "string" && html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button class="${classes}">${label}</button>
  </form>`;
}
