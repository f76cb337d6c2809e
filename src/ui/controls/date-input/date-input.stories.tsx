import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { FieldLayout, fieldAttributes } from "../field.tsx";
import { DateInput } from "./date-input.tsx";

type Args = Omit<ComponentProps<typeof DateInput>, "onChange" | "id"> & { error?: string };

function Example({ value, error, ...props }: Args) {
  const [date, setDate] = useState(value);
  return (
    <div className="max-w-64">
      <FieldLayout id="published" label="Published" error={error}>
        <DateInput
          {...fieldAttributes({ id: "published", error })}
          {...props}
          value={date}
          onChange={setDate}
        />
      </FieldLayout>
    </div>
  );
}

/** Opened as a click on its button opens it. */
function Opened(args: Args) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector("button")?.click(), []);
  return (
    <div ref={field} className="min-h-96">
      <Example {...args} />
    </div>
  );
}

export default { component: Example, args: { value: "2024-09-12" } } satisfies Meta<typeof Example>;
type Story = StoryObj<typeof Example>;

export const Filled: Story = {};
export const Empty: Story = { args: { value: null } };
export const Wrong: Story = { args: { value: null, error: "Choose a date." } };
export const Disabled: Story = { args: { disabled: true } };
export const ReadOnly: Story = { args: { readOnly: true } };
export const Open: Story = { render: (args) => <Opened {...args} /> };
export const OpenOnToday: Story = { args: { value: null }, render: (args) => <Opened {...args} /> };
export const InDialog: Story = {
  render: (args) => (
    <dialog
      open
      aria-label="Ban"
      className="m-4 rounded-surface border border-border bg-surface p-4 text-foreground"
    >
      <Example {...args} />
    </dialog>
  ),
};
