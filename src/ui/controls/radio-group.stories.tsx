import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState, type ComponentProps } from "react";
import { RadioGroup } from "./radio-group.tsx";

function FormatChoice(props: Partial<ComponentProps<typeof RadioGroup>>) {
  const [value, setValue] = useState<string | null>(props.value ?? null);
  return (
    <RadioGroup
      aria-label="Format"
      name="format"
      options={[
        { label: "Hardcover", value: "hardcover" },
        { label: "Paperback", value: "paperback" },
        { label: "Audio book", value: "audio", disabled: true },
      ]}
      {...props}
      value={value}
      onChange={setValue}
    />
  );
}

export default { component: RadioGroup } satisfies Meta<typeof RadioGroup>;
type Story = StoryObj;

export const Empty: Story = { render: () => <FormatChoice /> };
export const Filled: Story = { render: () => <FormatChoice value="paperback" /> };
export const Invalid: Story = { render: () => <FormatChoice aria-invalid /> };
export const Disabled: Story = { render: () => <FormatChoice value="hardcover" disabled /> };
