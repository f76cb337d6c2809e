import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { ColumnMappingCard } from "#resource/ui/import/column-mapping-card.tsx";
import { importFields, importFile } from "./fixtures.ts";
import type { ImportFile } from "#resource/ui/import/import-file.ts";

function Card(initial: Partial<ImportFile>) {
  const [value, setValue] = useState<ImportFile>({ ...importFile, ...initial });
  const change = (changed: Partial<ImportFile>) => setValue((current) => ({ ...current, ...changed }));
  return (
    <ColumnMappingCard
      fields={importFields}
      importFile={value}
      isDisabled={false}
      onOptions={change}
      onTextOptions={change}
    />
  );
}

export default { component: ColumnMappingCard } satisfies Meta<typeof ColumnMappingCard>;
type Story = StoryObj;

export const Guessed: Story = { render: () => <Card /> };
export const WithoutNames: Story = {
  render: () => <Card hasHeader={false} columns={{}} />,
};
export const UncertainEncoding: Story = {
  render: () => (
    <Card encoding="windows-1256" guess={{ encoding: "windows-1256", isCertain: false }} firstRow={2} />
  ),
};
export const OneColumnTwice: Story = {
  render: () => <Card columns={{ title: 1, author: 1, genre: 3 }} />,
};
