import type { Meta, StoryObj } from "@storybook/react-vite";
import { KeyboardKey } from "./keyboard-key.tsx";

export default { component: KeyboardKey, args: { children: "Ctrl" } } satisfies Meta<typeof KeyboardKey>;
type Story = StoryObj<typeof KeyboardKey>;

export const Word: Story = {};
export const Letter: Story = { args: { children: "K" } };
export const InText: Story = {
  render: () => (
    <p>
      Press <KeyboardKey>Ctrl</KeyboardKey> <KeyboardKey>K</KeyboardKey> to search.
    </p>
  ),
};
