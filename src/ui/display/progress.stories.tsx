import type { Meta, StoryObj } from "@storybook/react-vite";
import { Progress } from "./progress.tsx";

export default {
  component: Progress,
  args: { label: "Uploading cover.jpg" },
} satisfies Meta<typeof Progress>;
type Story = StoryObj<typeof Progress>;

export const Nothing: Story = { args: { value: 0 } };
export const Some: Story = { args: { value: 0.37 } };
export const Everything: Story = { args: { value: 1 } };
export const Unknown: Story = {};
export const LongLabel: Story = {
  args: {
    value: 0.5,
    label: "a-photograph-with-a-very-long-name-that-a-friend-took-in-the-summer-of-2026-(1).jpeg",
  },
};
export const Arabic: Story = { args: { value: 0.25, label: "جارٍ رفع الغلاف" } };
