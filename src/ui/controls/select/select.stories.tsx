import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useState, type ReactNode } from "react";
import { OverlayContainer } from "../../overlays/overlay-container.tsx";
import { FieldLayout, fieldAttributes } from "../field.tsx";
import { SelectCombobox } from "./select-combobox.tsx";
import type { SelectProps } from "./props.ts";
import { Select } from "./select.tsx";
import type { Begun } from "./use-part-on-focus.ts";

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

type Props = SelectProps & { error?: string; begun?: Begun };

function SelectInForm({ error, begun, value: first, ...props }: Props) {
  const [value, setValue] = useState(first);
  const field = { ...props, ...fieldAttributes({ id: props.id, error }), value, onChange: setValue };
  return (
    <div className="max-w-sm">
      <FieldLayout id={props.id} label="Genre" error={error}>
        {begun ? <SelectCombobox {...field} begun={begun} /> : <Select {...field} />}
      </FieldLayout>
    </div>
  );
}

/** A modal dialog that is lower than the list within it. */
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

/** As it is after a press into the field. */
const open = { args: { begun: { isOpen: true, isFocused: true, text: undefined, caret: 0 } } };

export const Open: Story = { args: { ...open.args, value: "poetry" } };
export const OpenWithDisabledOption: Story = {
  args: { ...open.args, options: genres.map((genre) => ({ ...genre, disabled: genre.id === "crime" })) },
};
export const OpenInDialog: Story = {
  args: { ...open.args, value: "poetry" },
  decorators: [(SelectPart) => <InDialog>{<SelectPart />}</InDialog>],
};
export const NoResults: Story = { args: { ...open.args, options: [] } };
export const Loading: Story = { args: { ...open.args, options: [], isLoading: true, onSearch: () => {} } };
export const Create: Story = {
  args: { begun: { isOpen: true, isFocused: true, text: "Cookery", caret: 7 }, allowCustom: true },
};
