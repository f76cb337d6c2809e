import type { Meta, StoryObj } from "@storybook/react-vite";
import { Checkbox } from "./checkbox.tsx";

export default { component: Checkbox, args: { label: "Show it in the catalogue" } } satisfies Meta<
  typeof Checkbox
>;
type Story = StoryObj<typeof Checkbox>;

export const Unchecked: Story = {};
export const Checked: Story = { args: { defaultChecked: true } };
export const Invalid: Story = { args: { "aria-invalid": true } };
export const Disabled: Story = { args: { defaultChecked: true, disabled: true } };
export const LongLabel: Story = {
  args: {
    label:
      "I have read the terms under which my library lends its books to others, and I know that whatever is lent may come back later than it was promised, or not at all",
  },
};
export const Arabic: Story = { args: { label: "أظهره في الفهرس", defaultChecked: true } };
