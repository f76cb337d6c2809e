import type { Meta, StoryObj } from "@storybook/react-vite";
import { CodeInput } from "./code-input.tsx";

export default { component: CodeInput, args: { length: 6, "aria-label": "Code" } } satisfies Meta<
  typeof CodeInput
>;
type Story = StoryObj<typeof CodeInput>;

export const Empty: Story = {};
export const Half: Story = { args: { defaultValue: "482" } };
export const Filled: Story = { args: { defaultValue: "482913" } };
export const Letters: Story = { args: { defaultValue: "WMWM", length: 4, pattern: /^[A-Z]$/ } };
export const Invalid: Story = { args: { defaultValue: "482913", "aria-invalid": true } };
export const Disabled: Story = { args: { defaultValue: "482913", disabled: true } };
