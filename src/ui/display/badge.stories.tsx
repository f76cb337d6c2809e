import type { Meta, StoryObj } from "@storybook/react-vite";
import { CheckIcon } from "../icons.tsx";
import { Badge } from "./badge.tsx";

export default { component: Badge, args: { children: "Not verified" } } satisfies Meta<typeof Badge>;
type Story = StoryObj<typeof Badge>;

export const Neutral: Story = {};
export const Accent: Story = { args: { look: "accent", children: "Administrator" } };
export const Warning: Story = { args: { look: "warning" } };
export const Danger: Story = { args: { look: "danger", children: "Banned" } };
export const Arabic: Story = { args: { children: "لم يتم التحقق" } };
export const LongText: Story = {
  args: {
    look: "warning",
    children: "averylongaddressofsomebody@averylongnameofahostwithoutanyplacetobreak.example",
  },
};
export const WithIcon: Story = {
  args: {
    look: "accent",
    children: (
      <>
        <CheckIcon className="size-3.5" />
        Verified
      </>
    ),
  },
};
export const OnEveryGround: Story = {
  render: () => (
    <div className="grid max-w-sm">
      {["bg-paper", "bg-sheet", "bg-wash"].map((ground) => (
        <div key={ground} className={`flex flex-wrap gap-2 p-3 ${ground}`}>
          <Badge>user</Badge>
          <Badge look="accent">admin</Badge>
          <Badge look="warning">Not verified</Badge>
          <Badge look="danger">Banned</Badge>
        </div>
      ))}
    </div>
  ),
};
