import type { Meta, StoryObj } from "@storybook/react-vite";
import { Textarea } from "./textarea.tsx";

export default { component: Textarea, args: { "aria-label": "Summary" } } satisfies Meta<typeof Textarea>;
type Story = StoryObj<typeof Textarea>;

const summary =
  "A physicist leaves the moon of the anarchists.\n\nWhat he finds is not what he was promised.";

export const Empty: Story = { args: { placeholder: "What is it about?" } };
export const Filled: Story = { args: { defaultValue: summary } };
export const Long: Story = { args: { defaultValue: `${summary}\n\n`.repeat(20) } };
export const Arabic: Story = { args: { defaultValue: "عالم فيزياء يغادر قمر الفوضويين.", dir: "auto" } };
export const Invalid: Story = { args: { defaultValue: summary, "aria-invalid": true } };
export const Disabled: Story = { args: { defaultValue: summary, disabled: true } };
export const ReadOnly: Story = { args: { defaultValue: summary, readOnly: true } };
