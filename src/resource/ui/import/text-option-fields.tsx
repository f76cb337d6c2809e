import { useId, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Checkbox } from "#ui/controls/checkbox.tsx";
import { FieldLayout, fieldAttributes } from "#ui/controls/field.tsx";
import { Select } from "#ui/controls/select/select.tsx";
import { encodings, type Encoding } from "../../csv/encodings.ts";
import { characterOf, delimiterNames, delimiterOf } from "../../csv/format.ts";
import type { ImportFile, ReadOptions, TextOptions } from "./import-file.ts";

type TextOptionFieldsProps = {
  importFile: ImportFile;
  isDisabled: boolean;
  onOptions: (options: Partial<ReadOptions>) => void;
  onTextOptions: (options: Partial<TextOptions>) => void;
};

/** Lets the user correct what was detected: the separator, the encoding, and the row in which the table starts. */
export function TextOptionFields({
  importFile: { delimiter, encoding, firstRow, starts, hasHeader },
  isDisabled,
  onOptions,
  onTextOptions,
}: TextOptionFieldsProps) {
  const { t } = useTranslation("resourceImport");
  const id = useId();
  const encodingId = `${id}-encoding`;
  const rowId = `${id}-row`;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DelimiterField
        value={delimiter}
        isDisabled={isDisabled}
        onChange={(value) => onTextOptions({ delimiter: value })}
      />
      <FieldLayout id={encodingId} label={t("columns.encoding")}>
        <Select
          id={encodingId}
          options={encodings.map((each) => ({ id: each, label: t(`encodings.${each}`) }))}
          value={encoding}
          onChange={(value) => onTextOptions({ encoding: value as Encoding })}
          disabled={isDisabled}
        />
      </FieldLayout>
      <FieldLayout id={rowId} label={t(hasHeader ? "columns.headerRow" : "columns.firstRow")}>
        <Select
          id={rowId}
          options={starts.map(({ row, text }) => ({ id: String(row), label: `${row}: ${text}` }))}
          value={String(firstRow)}
          onChange={(value) => onTextOptions({ firstRow: Number(value) })}
          disabled={isDisabled}
        />
      </FieldLayout>
      <div className="sm:self-end">
        <Checkbox
          label={t("columns.hasHeader")}
          checked={hasHeader}
          onChange={(event) => onOptions({ hasHeader: event.currentTarget.checked })}
          disabled={isDisabled}
        />
      </div>
    </div>
  );
}

type DelimiterFieldProps = {
  value: string;
  isDisabled: boolean;
  onChange: (delimiter: string) => void;
};

/** A separator with a name, or a symbol that is typed. */
function DelimiterField({ value, isDisabled, onChange }: DelimiterFieldProps) {
  const { t } = useTranslation("resourceImport");
  const id = useId();
  const [error, setError] = useState<string>();

  function choose(chosen: string) {
    const delimiter = delimiterOf(characterOf(chosen));
    setError(delimiter ? undefined : t("columns.oneSymbol"));
    if (delimiter) onChange(delimiter);
  }

  return (
    <FieldLayout id={id} label={t("columns.delimiter")} error={error}>
      <Select
        {...fieldAttributes({ id, error, hint: undefined })}
        options={delimiterNames.map((name) => ({ id: name, label: t(`delimiters.${name}`) }))}
        allowCustom
        value={value}
        onChange={(chosen) => choose(chosen ?? "")}
        disabled={isDisabled}
      />
    </FieldLayout>
  );
}
