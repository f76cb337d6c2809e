import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useState, type ReactNode } from "react";
import { OverlayContainer } from "../../overlays/overlay-container.tsx";
import { FieldLayout, fieldAttributes } from "../field.tsx";
import { useOpenedSelect } from "./select-fixtures.ts";
import type { SelectProps } from "./props.ts";
import { Select } from "./select.tsx";

const genres = [
  "Adventure",
  "Crime",
  "Essay",
  "Fiction",
  "History",
  "Poetry",
  "Science fiction",
  "Theatre",
  "Travel",
].map((label) => ({ id: label.toLowerCase().replaceAll(" ", "-"), label }));

type Props = SelectProps & { error?: string; opened?: { typed?: string } };

function SelectInForm({ error, opened, value: first, ...props }: Props) {
  useOpenedSelect(props.id, opened);
  const [value, setValue] = useState(first);
  const field = { ...props, ...fieldAttributes({ id: props.id, error }), value, onChange: setValue };
  return (
    <div className="max-w-sm">
      <FieldLayout id={props.id} label="Genre" error={error}>
        <Select {...field} />
      </FieldLayout>
    </div>
  );
}

/** A modal dialog that is shorter than the list inside it. */
function InDialog({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  useEffect(() => dialog?.showModal(), [dialog]);
  return (
    <dialog ref={setDialog} aria-label="New book" className="m-auto h-40 w-72 overflow-auto p-4">
      {dialog && <OverlayContainer value={dialog}>{children}</OverlayContainer>}
    </dialog>
  );
}

export default {
  component: SelectInForm,
  args: { id: "genre", name: "genre", options: genres, value: null, onChange: () => {} },
} satisfies Meta<typeof SelectInForm>;
type Story = StoryObj<typeof SelectInForm>;

export const Empty: Story = {};
export const Filled: Story = { args: { value: "science-fiction" } };
export const Clearable: Story = { args: { value: "poetry", clearable: true } };
export const WithPlaceholder: Story = { args: { placeholder: "Any genre" } };
export const Invalid: Story = { args: { error: "Choose a genre" } };
export const Disabled: Story = { args: { value: "poetry", disabled: true, clearable: true } };
export const ReadOnly: Story = { args: { value: "poetry", readOnly: true, clearable: true } };
export const CustomValue: Story = { args: { value: "Cookery", allowCustom: true } };
export const LongText: Story = {
  args: {
    value: "long",
    options: [
      {
        id: "long",
        label: "The history of the printed book from the fifteenth century to the day before yesterday",
      },
    ],
  },
};
export const ArabicText: Story = {
  args: {
    value: "1",
    options: [
      { id: "1", label: "روايات" },
      { id: "2", label: "شعر" },
    ],
  },
};

export const Open: Story = { args: { opened: {}, value: "poetry" } };
export const OpenWithDisabledOption: Story = {
  args: { opened: {}, options: genres.map((genre) => ({ ...genre, disabled: genre.id === "crime" })) },
};
export const OpenInDialog: Story = {
  args: { opened: {}, value: "poetry" },
  decorators: [(SelectPart) => <InDialog>{<SelectPart />}</InDialog>],
};
export const NoResults: Story = { args: { opened: {}, options: [] } };
export const Loading: Story = { args: { opened: {}, options: [], isLoading: true, onSearch: () => {} } };
export const Create: Story = {
  args: { opened: { typed: "Cookery" }, allowCustom: true },
};
