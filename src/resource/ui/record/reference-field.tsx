import { keepPreviousData, useQuery, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import type { Reference } from "#resource/reference-schema.ts";
import { Select } from "#ui/controls/select/select.tsx";
import { useControlledField } from "#ui/form/controlled-field.ts";

/** How many records are offered at once. */
const limit = 10;

type Input = { searchTerm: string; limit: number };

export type ReferenceFieldProps = {
  /** The records that are offered, found by their list's search. */
  records: {
    operations: {
      list: {
        key: (options: { type: "query"; input: Input }) => QueryKey;
        call: (input: Input, options: { signal: AbortSignal }) => Promise<{ items: { id: string }[] }>;
      };
    };
    /** A method, so that records of every kind fit. */
    nameOf(record: { id: string }): string;
  };
};

/** A form field that refers to another record; the value is a `Reference`, or `null`. */
export function ReferenceField({ records }: ReferenceFieldProps) {
  const { field, attributes } = useControlledField();
  const chosen = (field.value ?? null) as Reference | null;
  const [searchTerm, setSearchTerm] = useState("");
  const [isUsed, setUsed] = useState(false);
  const { list } = records.operations;
  const input = { searchTerm, limit };
  const { data, isFetching } = useQuery({
    queryKey: list.key({ type: "query", input }),
    queryFn: ({ signal }) => list.call(input, { signal }),
    placeholderData: keepPreviousData,
    enabled: isUsed,
  });
  const found = (data?.items ?? []).map((record) => ({ id: record.id, name: records.nameOf(record) }));
  const references = chosen && !found.some(({ id }) => id === chosen.id) ? [...found, chosen] : found;

  return (
    <div className="contents" onFocus={() => setUsed(true)}>
      <Select
        {...field}
        {...attributes}
        value={chosen?.id ?? null}
        options={references.map(({ id, name }) => ({ id, label: name }))}
        onChange={(id) => field.onChange(references.find((each) => each.id === id) ?? null)}
        onSearch={setSearchTerm}
        isLoading={isFetching}
        clearable
      />
    </div>
  );
}
