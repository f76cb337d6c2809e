import { serverI18n } from "#i18n/i18n.ts";
import { defaultLanguage, type Language } from "#i18n/languages.ts";
import type { TextKey } from "#i18n/text-key.ts";

/**
 * The headers of a CSV file that is downloaded.
 * @param key the text key of its name, to which the date is added
 */
export async function csvHeaders(key: TextKey, language: Language): Promise<Record<string, string>> {
  const { t } = await serverI18n(language);
  const english = await serverI18n(defaultLanguage);
  const date = new Date().toISOString().slice(0, 10);
  // For clients that don't know RFC 6266's `filename*`.
  const asciiName = english
    .t(key)
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-");
  const encodedName = encodeURIComponent(`${t(key)} ${date}.csv`).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${asciiName}-${date}.csv"; filename*=UTF-8''${encodedName}`,
    "cache-control": "no-store",
  };
}
