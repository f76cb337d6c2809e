import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { SearchInput } from "./search-input.tsx";

export default {
  component: SearchInput,
  args: { value: "", delayMs: 0, onChange: () => undefined },
  render: (args) => (
    <div className="max-w-70">
      <SearchInput {...args} />
    </div>
  ),
} satisfies Meta<typeof SearchInput>;
type Story = StoryObj<typeof SearchInput>;

export const Empty: Story = {};
export const Filled: Story = { args: { value: "Pride and Prejudice" } };
export const Arabic: Story = { args: { value: "موسم الهجرة إلى الشمال" } };
export const LongText: Story = {
  args: { value: "All the names that were ever printed on a spine, in alphabetical order" },
};

/** Shows the search term below the input. */
export const Searching: Story = {
  render: function Searching(args) {
    const [text, setText] = useState(args.value);
    return (
      <div className="grid max-w-70 gap-2">
        <SearchInput {...args} value={text} onChange={setText} />
        <output translate="no">{text}</output>
      </div>
    );
  },
};
