import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState, type ComponentProps } from "react";
import { FieldLayout, fieldAttributes } from "../field.tsx";
import { NumberInput } from "./number-input.tsx";

type Args = Omit<ComponentProps<typeof NumberInput>, "onChange" | "id"> & { error?: string };

function Example({ value, error, ...props }: Args) {
  const [number, setNumber] = useState(value);
  return (
    <div className="max-w-64">
      <FieldLayout id="price" label="Price" error={error}>
        <NumberInput
          {...fieldAttributes({ id: "price", error })}
          {...props}
          value={number}
          onChange={setNumber}
        />
      </FieldLayout>
    </div>
  );
}

export default { component: Example, args: { value: 123456, inCents: true } } satisfies Meta<typeof Example>;
type Story = StoryObj<typeof Example>;

export const Filled: Story = {};
export const Empty: Story = { args: { value: null } };
export const Negative: Story = { args: { value: -123456 } };
export const OtherLocale: Story = { args: { locale: "fr" } };
export const LongNumber: Story = { args: { value: Number.MAX_SAFE_INTEGER } };
export const Wrong: Story = { args: { error: "This is too much." } };
export const Disabled: Story = { args: { disabled: true } };
export const ReadOnly: Story = { args: { readOnly: true } };
export const Classic: Story = { args: { steppers: "classic" } };
export const ClassicDisabled: Story = { args: { steppers: "classic", disabled: true } };
export const ClassicReadOnly: Story = { args: { steppers: "classic", readOnly: true } };
export const Mobile: Story = { args: { steppers: "mobile", value: 3, inCents: false } };
export const MobileDisabled: Story = { args: { steppers: "mobile", disabled: true } };
export const MobileReadOnly: Story = { args: { steppers: "mobile", readOnly: true } };
