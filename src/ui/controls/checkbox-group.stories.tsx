import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState, type ComponentProps } from "react";
import { CheckboxGroup } from "./checkbox-group.tsx";

function Formats(props: Partial<ComponentProps<typeof CheckboxGroup>>) {
  const [value, setValue] = useState<readonly string[]>(props.value ?? []);
  return (
    <CheckboxGroup
      aria-label="Formats"
      name="formats"
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

export default { component: CheckboxGroup } satisfies Meta<typeof CheckboxGroup>;
type Story = StoryObj;

export const Empty: Story = { render: () => <Formats /> };
export const Filled: Story = { render: () => <Formats value={["paperback", "audio"]} /> };
export const Invalid: Story = { render: () => <Formats aria-invalid /> };
export const Disabled: Story = { render: () => <Formats value={["hardcover"]} disabled /> };
