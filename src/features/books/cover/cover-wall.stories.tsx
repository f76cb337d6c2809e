import type { Meta, StoryObj } from "@storybook/react-vite";
import { Aside } from "../parts/login.tsx";

export default {
  component: Aside,
  parameters: { layout: "fullscreen" },
  render: () => (
    <div className="flex justify-end">
      <Aside />
    </div>
  ),
} satisfies Meta<typeof Aside>;
type Story = StoryObj<typeof Aside>;

export const BesideAForm: Story = {};
