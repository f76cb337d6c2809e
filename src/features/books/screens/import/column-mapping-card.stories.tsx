import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { ColumnMappingCard } from "./column-mapping-card.tsx";
import type { ImportFile } from "./use-import.ts";

const importFile: ImportFile = {
  file: new File(["a"], "books.csv"),
  delimiter: "semicolon",
  encoding: "utf-8",
  hasHeader: true,
  rows: [
    ["Nr", "Title", "Author", "Genre", "Publisher"],
    ["1", "The Left Hand of Darkness", "Ursula K. Le Guin", "Science fiction", "Ace Books"],
    ["2", "موسم الهجرة إلى الشمال", "الطيب صالح", "Classic", ""],
  ],
  columns: { title: 1, author: 2, genre: 3, publisher: 4 },
};

function Card(initial: Partial<ImportFile>) {
  const [value, setValue] = useState<ImportFile>({ ...importFile, ...initial });
  const change = (changed: Partial<ImportFile>) => setValue((current) => ({ ...current, ...changed }));
  return (
    <ColumnMappingCard
      importFile={value}
      isDisabled={false}
      onOptions={change}
      onDelimiter={(delimiter) => change({ delimiter })}
    />
  );
}

export default { component: ColumnMappingCard } satisfies Meta<typeof ColumnMappingCard>;
type Story = StoryObj;

export const Guessed: Story = { render: () => <Card /> };
export const WithoutNames: Story = {
  render: () => <Card hasHeader={false} columns={{}} encoding="windows-1252" />,
};
export const OneColumnTwice: Story = {
  render: () => <Card columns={{ title: 1, author: 1, genre: 3 }} />,
};
