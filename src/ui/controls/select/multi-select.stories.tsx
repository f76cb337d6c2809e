import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { FieldLayout, fieldAttributes } from "../field.tsx";
import { MultiSelect } from "./multi-select.tsx";
import type { MultiSelectProps } from "./props.ts";
import { useOpenedSelect } from "./select-fixtures.ts";

const genres = ["Adventure", "Crime", "Essay", "Fiction", "History", "Poetry", "Science fiction"].map(
  (label) => ({ id: label.toLowerCase().replaceAll(" ", "-"), label }),
);

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

export const Empty: Story = {};
export const Filled: Story = { args: { value: ["poetry", "science-fiction"] } };
export const ManyChips: Story = { args: { value: genres.map(({ id }) => id) } };
export const Invalid: Story = { args: { error: "Choose a genre" } };
export const Disabled: Story = { args: { value: ["poetry"], disabled: true } };
export const ReadOnly: Story = { args: { value: ["poetry"], readOnly: true } };
export const LongText: Story = {
  args: {
    value: ["long"],
    options: [{ id: "long", label: "The history of the printed book from the fifteenth century on" }],
  },
};
export const ArabicText: Story = {
  args: {
    value: ["1", "2"],
    options: [
      { id: "1", label: "روايات" },
      { id: "2", label: "شعر" },
    ],
  },
};
export const Open: Story = { args: { opened: {}, value: ["poetry"] } };
export const NoResults: Story = { args: { opened: {}, options: [] } };
