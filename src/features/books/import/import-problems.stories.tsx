import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState, type ComponentProps } from "react";
import { importFields } from "./fixtures.ts";
import { ImportProblems } from "#resource/ui/import/import-problems.tsx";
import { MissingValuesAlert } from "#resource/ui/import/missing-values-alert.tsx";

const result: ComponentProps<typeof ImportProblems>["result"] = {
  rows: 1_204,
  isWritten: false,
  encoding: "utf-8",
  total: 623,
  counts: { file: 1, cells: 1, blank: 1, repeated: 1, exists: 499, unknown: 120 },
  missing: [],
  problems: [
    { row: 1_206, kind: "file", field: null, value: "", text: "resourceImport:problems.quote?line=1210" },
    { row: 2, kind: "blank", field: "title", value: "", text: "books:errors.titleRequired" },
    {
      row: 5,
      kind: "repeated",
      field: "title",
      value: "Émile",
      text: "resourceImport:problems.repeated?earlier=3",
    },
    {
      row: 7,
      kind: "exists",
      field: "title",
      value: "موسم الهجرة إلى الشمال",
      text: "books:errors.titleUsed",
    },
    { row: 9, kind: "unknown", field: "genre", value: "Gothic", text: "resourceImport:problems.unknown" },
    {
      row: 12,
      kind: "cells",
      field: null,
      value: "Averylongwordwithoutanyspacesinit".repeat(4),
      text: "resourceImport:problems.cells?count=5&width=4",
    },
  ],
};

const missing = {
  field: "genre",
  count: 12,
  canAdd: true,
  names: [
    { name: "Gothic", rows: 100 },
    { name: "رواية", rows: 20 },
  ],
};

function Genres() {
  const [isAdding, setAdding] = useState(false);
  return (
    <MissingValuesAlert
      fields={importFields}
      missing={missing}
      isAdding={isAdding}
      isDisabled={false}
      onChange={setAdding}
    />
  );
}

export default {
  component: ImportProblems,
  args: { fields: importFields, result, fileName: "books.csv", delimiter: "comma" },
} satisfies Meta<typeof ImportProblems>;
type Story = StoryObj<typeof ImportProblems>;

export const OfManyKinds: Story = {};
export const One: Story = {
  args: { result: { ...result, total: 1, counts: { file: 1 }, problems: result.problems.slice(0, 1) } },
};
export const ValuesAreMissing: Story = { render: () => <Genres /> };
