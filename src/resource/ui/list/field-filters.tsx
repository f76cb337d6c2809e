import { useTranslation } from "#i18n/use-translation.tsx";
import { filteredFields, type Fields } from "#resource/fields.ts";
import type { FilterValue } from "#ui/list/list-search.ts";
import { FilterMenu, FlagFilter } from "./filter-menu.tsx";

/** The filters of a list: of each field that is yes or no, or a choice. */
export function FieldFilters({ fields, search }: { fields: Fields; search: object }) {
  const { t } = useTranslation();
  const values = search as Record<string, FilterValue | undefined>;
  return (
    <div className="flex flex-wrap gap-2">
      {filteredFields(fields).map(([name, { kind, name: label, choices = {} }]) => {
        const props = { label: t(label), name };
        if (kind === "boolean")
          return <FlagFilter key={name} {...props} value={values[name] as boolean | undefined} />;
        const options = Object.entries(choices).map(([value, text]) => ({ value, label: t(text) }));
        return (
          <FilterMenu key={name} {...props} value={values[name] as string | undefined} choices={options} />
        );
      })}
    </div>
  );
}
