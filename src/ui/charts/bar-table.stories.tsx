import type { Meta, StoryObj } from "@storybook/react-vite";
import { type Bar, BarTable } from "./bar-table.tsx";

const bar = (name: string, value: number, hue?: number): Bar => ({
  key: name,
  name,
  value,
  ...(hue !== undefined && { hue }),
  link: { to: "/manager/users", search: { role: name } },
});

export default {
  component: BarTable,
  args: {
    label: "Books by genre",
    headings: { name: "Genre", value: "Books" },
    bars: [bar("Classic", 54, 90), bar("شعر", 27, 345), bar("Drama", 1, 300)],
  },
  // Cards have the space that the links' areas extend into.
  render: (args) => (
    <div className="px-5">
      <BarTable {...args} />
    </div>
  ),
} satisfies Meta<typeof BarTable>;
type Story = StoryObj<typeof BarTable>;

export const Few: Story = {};
export const WithOthers: Story = {
  args: { bars: [bar("Classic", 54, 90), bar("Drama", 12, 300), bar("386 other genres", 1_867)] },
};
export const LongName: Story = {
  args: { bars: [bar("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauun", 1_234_567, 200)] },
  render: (args) => (
    <div className="max-w-72 px-5">
      <BarTable {...args} />
    </div>
  ),
};
