import { useTranslation } from "react-i18next";
import type { Namespace } from "#i18n/texts.gen.ts";
import type { ImportFields } from "../../csv/import-fields.ts";

/** Returns a function that translates the name of a field; a text without a field has none. */
export function useFieldName(fields: ImportFields) {
  const { t } = useTranslation<Namespace[]>();
  return (field: string | null): string => {
    const name = field === null ? undefined : fields[field]?.name;
    return name ? t(name) : "";
  };
}
