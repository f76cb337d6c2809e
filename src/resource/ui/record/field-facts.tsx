import type { TextKey } from "#i18n/text-key.ts";
import { useTextKey } from "#i18n/use-text-key.ts";
import type { CellValue } from "#resource/csv/cells.ts";
import type { ImportKind } from "#resource/csv/import-fields.ts";
import { Fact } from "#ui/display/facts.tsx";
import { FieldValue } from "./field-value.tsx";

type FieldFactsProps<Name extends string> = {
  record: Readonly<Record<NoInfer<Name>, CellValue>>;
  /** The key of each field's name, and the kind of its values: for example the fields of an import. */
  fields: Readonly<Record<Name, { name: TextKey; kind?: ImportKind }>>;
};

/** Those of the fields that have a value, for `Facts`. */
export function FieldFacts<Name extends string>({ record, fields }: FieldFactsProps<Name>) {
  const translate = useTextKey();
  const names = Object.keys(fields) as Name[];
  return names
    .filter((name) => record[name] !== null)
    .map((name) => (
      <Fact key={name} label={translate(fields[name].name)}>
        <FieldValue value={record[name]} kind={fields[name].kind} />
      </Fact>
    ));
}
