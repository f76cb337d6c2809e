import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { ColumnMappingCard } from "./column-mapping-card.tsx";
import type { Choice } from "./use-import.ts";

const choice: Choice = {
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

function Columns(begun: Partial<Choice>) {
  const [read, setRead] = useState<Choice>({ ...choice, ...begun });
  const change = (changed: Partial<Choice>) => setRead((before) => ({ ...before, ...changed }));
  return (
    <ColumnMappingCard
      choice={read}
      isDisabled={false}
      onRead={change}
      onDelimiter={(delimiter) => change({ delimiter })}
    />
  );
}

export default { component: ColumnMappingCard } satisfies Meta<typeof ColumnMappingCard>;
type Story = StoryObj;

export const Guessed: Story = { render: () => <Columns /> };
export const WithoutNames: Story = {
  render: () => <Columns hasHeader={false} columns={{}} encoding="windows-1252" />,
};
export const OneColumnTwice: Story = {
  render: () => <Columns columns={{ title: 1, author: 1, genre: 3 }} />,
};
