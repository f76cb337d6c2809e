import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Checkbox } from "#ui/controls/checkbox.tsx";
import { Alert } from "#ui/display/alert.tsx";
import type { ImportResult } from "#features/books/import/import-schema.ts";

type MissingGenresProps = {
  missing: ImportResult["missingGenres"];
  addsGenres: boolean;
  isDisabled: boolean;
  onChange: (addsGenres: boolean) => void;
};

/** The number of genres that are listed. */
const listedCount = 10;

/** Lists the genres in a file that don't exist, and offers to add them with its books. */
export function MissingGenres({ missing, addsGenres, isDisabled, onChange }: MissingGenresProps) {
  const { t, i18n } = useTranslation("booksImport");
  const numberOf = (number: number) => formatNumber(i18n.language, number);
  const listed = missing.names.slice(0, listedCount);
  const others = missing.count - listed.length;
  return (
    <Alert
      variant={addsGenres ? "info" : "warning"}
      title={t("missingTitle", { count: missing.count, number: numberOf(missing.count) })}
      action={
        <Checkbox
          label={t("addGenres", { count: missing.count, number: numberOf(missing.count) })}
          checked={addsGenres}
          // Not `disabled`, which would lose the focus while the file is checked again.
          aria-disabled={isDisabled}
          onChange={(event) => !isDisabled && onChange(event.currentTarget.checked)}
        />
      }
    >
      <ul>
        {listed.map(({ name, rows }) => (
          <li key={name}>
            <Isolated>{t("missing", { count: rows, number: numberOf(rows), name: isolate(name) })}</Isolated>
          </li>
        ))}
        {others > 0 && <li>{t("moreMissing", { count: others, number: numberOf(others) })}</li>}
      </ul>
    </Alert>
  );
}
