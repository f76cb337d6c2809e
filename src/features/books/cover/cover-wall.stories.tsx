import type { Meta, StoryObj } from "@storybook/react-vite";
import { coverWallBooks } from "./cover-wall-books.ts";
import { CoverWall } from "./cover-wall.tsx";

export default {
  component: CoverWall,
  args: { books: coverWallBooks },
  parameters: { layout: "fullscreen" },
  render: (args) => (
    <div className="flex justify-end">
      <CoverWall {...args} />
    </div>
  ),
} satisfies Meta<typeof CoverWall>;
type Story = StoryObj<typeof CoverWall>;

export const BesideAForm: Story = {};
