import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { FieldLayout, fieldAttributes } from "../field.tsx";
import { useOpenedSelect } from "./select-fixtures.ts";
import { MultiSelect } from "./multi-select.tsx";
import type { MultiSelectProps } from "./props.ts";

const genres = ["Crime", "Essay", "Fiction", "History", "Poetry", "Science fiction"].map((label) => ({
  id: label.toLowerCase().replaceAll(" ", "-"),
  label,
}));

type Props = MultiSelectProps & { error?: string; opened?: { typed?: string } };

function MultiSelectInForm({ error, opened, value: first, ...props }: Props) {
  useOpenedSelect(props.id, opened);
  const [value, setValue] = useState(first);
  const field = { ...props, ...fieldAttributes({ id: props.id, error }), value, onChange: setValue };
  return (
    <div className="max-w-sm">
      <FieldLayout id={props.id} label="Genres" error={error}>
        <MultiSelect {...field} />
      </FieldLayout>
    </div>
  );
}

export default {
  component: MultiSelectInForm,
  args: { id: "genres", name: "genres", options: genres, value: [], onChange: () => {} },
} satisfies Meta<typeof MultiSelectInForm>;
type Story = StoryObj<typeof MultiSelectInForm>;

const value = ["poetry", "science-fiction", "Cookery"];

export const Empty: Story = {};
export const Filled: Story = { args: { value } };
export const Invalid: Story = { args: { error: "Choose a genre" } };
export const Disabled: Story = { args: { value, disabled: true } };
export const ReadOnly: Story = { args: { value, readOnly: true } };
export const LongText: Story = {
  args: {
    value: [
      "The history of the printed book from the fifteenth century to the day before yesterday",
      "روايات",
    ],
  },
};
export const Open: Story = { args: { value, opened: {} } };
