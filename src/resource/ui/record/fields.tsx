import { useTranslation } from "react-i18next";
import type { TextKey } from "#i18n/text-key.ts";
import type { CellValue } from "#resource/csv/cells.ts";
import type { ImportKind } from "#resource/csv/import-fields.ts";
import { Fact } from "#ui/display/facts.tsx";
import { FieldValue } from "./field-value.tsx";

/** Plain fields of a record, for example those of an import: the key of each name, and the kind of its values. */
type PlainFields<Name extends string> = Readonly<Record<Name, { name: TextKey; kind?: ImportKind }>>;

type FieldFactsProps<Name extends string> = {
  record: Readonly<Record<NoInfer<Name>, CellValue>>;
  fields: PlainFields<Name>;
};

/** Those of the fields that have a value, for `Facts`. */
export function FieldFacts<Name extends string>({ record, fields }: FieldFactsProps<Name>) {
  const nameOf = useTranslatedKeys();
  return namesIn(fields)
    .filter((name) => record[name] !== null)
    .map((name) => (
      <Fact key={name} label={nameOf(fields[name].name)}>
        <FieldValue value={record[name]} kind={fields[name].kind} />
      </Fact>
    ));
}

/** The fields of a draft, for `UpdateRecordScreen`. */
export function useConflictFields<Name extends string>(fields: PlainFields<Name>) {
  const nameOf = useTranslatedKeys();
  const show = (name: Name) => (draft: Readonly<Record<Name, CellValue>>) =>
    draft[name] !== null && <FieldValue value={draft[name]} kind={fields[name].kind} />;
  const shown = namesIn(fields).map((name) => [name, { label: nameOf(fields[name].name), show: show(name) }]);
  return Object.fromEntries(shown) as Record<Name, { label: string; show: ReturnType<typeof show> }>;
}

function namesIn<Name extends string>(fields: PlainFields<Name>): Name[] {
  return Object.keys(fields) as Name[];
}

function useTranslatedKeys(): (key: TextKey) => string {
  const { t } = useTranslation("resource");
  return t as (key: TextKey) => string;
}
