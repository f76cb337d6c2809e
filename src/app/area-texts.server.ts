import { areaNames } from "#brand/area-names.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { isLanguage } from "#i18n/languages.ts";
import { areaTexts } from "./features.ts";
import { areaTextsFile } from "./page-texts.tsx";

/**
 * The texts of an area (page-texts.tsx), for everyone: /api/texts/app/en?v=HASH. A page of another version of the product gets
 * the current ones, which aren't kept.
 */
export async function handleAreaTexts({ request }: { request: Request }): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [name, language, ...rest] = pathname.split("/").slice(3);
  const area = areaNames.find((each) => each === name);
  if (!area || !isLanguage(language) || rest.length > 0)
    return new Response("There is no such file.\n", { status: 404 });
  const { url, json } = areaTextsFile(await serverI18n(language), areaTexts(area));
  const isCurrent = url === pathname + search;
  return new Response(json, {
    headers: {
      "content-type": "application/json",
      "cache-control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
    },
  });
}
