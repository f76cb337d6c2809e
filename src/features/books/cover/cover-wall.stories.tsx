import type { Meta, StoryObj } from "@storybook/react-vite";
import { CoverWall } from "./cover-wall.tsx";

export default {
  component: CoverWall,
  parameters: { layout: "fullscreen" },
  render: () => (
    <div className="flex justify-end">
      <CoverWall />
    </div>
  ),
} satisfies Meta<typeof CoverWall>;
type Story = StoryObj<typeof CoverWall>;

export const BesideAForm: Story = {};
