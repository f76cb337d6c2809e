import type { Meta, StoryObj } from "@storybook/react-vite";
import { buttonClasses } from "../controls/button.tsx";
import { Field } from "../controls/field.tsx";
import { Popover } from "./popover.tsx";

export default {
  component: Popover,
  args: {
    label: "Filters",
    trigger: "Filters",
    triggerClassName: buttonClasses(),
    children: (
      <div className="p-4">
        <Field id="publisher" label="Publisher" />
      </div>
    ),
  },
} satisfies Meta<typeof Popover>;
type Story = StoryObj<typeof Popover>;

export const Closed: Story = {};
export const Open: Story = {
  render: (args) => (
    <div
      className="min-h-60"
      ref={(element) => element?.querySelector<HTMLElement>("[popover=auto]")?.showPopover()}
    >
      <Popover {...args} />
    </div>
  ),
};
