import { useTranslation } from "#i18n/use-translation.tsx";
import type { ImportFields } from "../../csv/import-fields.ts";

/** Returns a function that translates the name of a field; a text without a field has none. */
export function useFieldName(fields: ImportFields) {
  const { t } = useTranslation();
  return (field: string | null): string => {
    const name = field === null ? undefined : fields[field]?.name;
    return name ? t(name) : "";
  };
}
