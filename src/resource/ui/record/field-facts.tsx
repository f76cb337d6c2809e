import { useTranslation } from "#i18n/use-translation.tsx";
import type { TextKey } from "#i18n/text-key.ts";
import type { CellValue } from "#resource/csv/cells.ts";
import type { ImportKind } from "#resource/csv/import-fields.ts";
import { Fact } from "#ui/display/facts.tsx";
import { FieldValue } from "./field-value.tsx";

/** The fields of a record whose values `FieldValue` shows. */
export type PlainField<Item> = {
  [Name in keyof Item]: Item[Name] extends CellValue ? Name : never;
}[keyof Item] &
  string;

/** The key of each field's name, and the kind of its values: for example the fields of an import. */
export type PlainFields<Item> = Readonly<
  Partial<Record<PlainField<Item>, { name: TextKey; kind?: ImportKind }>>
>;

/** Those of the fields that have a value, for `Facts`. */
export function FieldFacts<Item>({ record, fields }: { record: Item; fields: PlainFields<Item> }) {
  const { t } = useTranslation();
  const names = Object.keys(fields) as PlainField<Item>[];
  return names.map((name) => {
    const value = record[name] as CellValue;
    const field = fields[name];
    if (value === null || !field) return null;
    return (
      <Fact key={name} label={t(field.name)}>
        <FieldValue value={value} kind={field.kind} />
      </Fact>
    );
  });
}
