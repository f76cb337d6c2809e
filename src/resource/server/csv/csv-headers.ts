import { serverI18n } from "#i18n/i18n.ts";
import type { Language } from "#i18n/languages.ts";
import type { TextKey } from "#i18n/text-key.ts";
import { databaseTime } from "#server/database/clock.ts";

/**
 * The headers of a CSV file that is downloaded.
 * @param key the text key of its name, to which the date is added
 */
export async function csvHeaders(key: TextKey, language: Language): Promise<Record<string, string>> {
  const { t } = await serverI18n(language);
  const name = `${t(key)} ${databaseTime().toISOString().slice(0, 10)}.csv`;
  // RFC 8187 allows fewer characters than `encodeURIComponent`.
  const encodedName = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename*=UTF-8''${encodedName}`,
    "cache-control": "no-store",
  };
}
