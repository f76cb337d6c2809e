import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Checkbox } from "#ui/controls/checkbox.tsx";
import { Alert } from "#ui/display/alert.tsx";
import type { ImportFields, MissingValues } from "../../csv/import-schema.ts";
import { useFieldName } from "./use-import.ts";

type MissingValuesAlertProps = {
  fields: ImportFields;
  missing: MissingValues;
  /** Whether they are added. */
  isAdding: boolean;
  isDisabled: boolean;
  onChange: (isAdding: boolean) => void;
};

/** The number of values that are listed. */
const listedCount = 10;

/** Lists the values of a related field that don't exist, and offers to add them with the rows. */
export function MissingValuesAlert({
  fields,
  missing,
  isAdding,
  isDisabled,
  onChange,
}: MissingValuesAlertProps) {
  const { t } = useTranslation("resourceImport");
  const nameOf = useFieldName(fields);
  const listed = missing.names.slice(0, listedCount);
  const others = missing.count - listed.length;
  return (
    <Alert
      variant={isAdding ? "info" : "warning"}
      title={t("missingTitle", { count: missing.count, field: nameOf(missing.field) })}
      action={
        missing.canAdd && (
          <Checkbox
            label={t("addMissing", { count: missing.count })}
            checked={isAdding}
            // Not `disabled`, which would lose the focus while the file is checked again.
            aria-disabled={isDisabled}
            onChange={(event) => !isDisabled && onChange(event.currentTarget.checked)}
          />
        )
      }
    >
      <ul>
        {listed.map(({ name: value, rows }) => (
          <li key={value}>
            <Isolated>{t("missing", { count: rows, name: isolate(value) })}</Isolated>
          </li>
        ))}
        {others > 0 && <li>{t("moreMissing", { count: others })}</li>}
      </ul>
    </Alert>
  );
}
