import type { Meta, StoryObj } from "@storybook/react-vite";
import { CheckIcon } from "../icons.ts";
import { Badge } from "./badge.tsx";

export default { component: Badge, args: { children: "Not verified" } } satisfies Meta<typeof Badge>;
type Story = StoryObj<typeof Badge>;

export const Neutral: Story = {};
export const Accent: Story = { args: { variant: "accent", children: "Administrator" } };
export const Warning: Story = { args: { variant: "warning" } };
export const Danger: Story = { args: { variant: "danger", children: "Banned" } };
export const Arabic: Story = { args: { children: "لم يتم التحقق" } };
export const LongText: Story = {
  args: {
    variant: "warning",
    children: "averylongaddressofsomebody@averylongnameofahostwithoutanyplacetobreak.example",
  },
};
export const WithIcon: Story = {
  args: {
    variant: "accent",
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
      {["bg-background", "bg-surface", "bg-muted"].map((ground) => (
        <div key={ground} className={`flex flex-wrap gap-2 p-3 ${ground}`}>
          <Badge>user</Badge>
          <Badge variant="accent">admin</Badge>
          <Badge variant="warning">Not verified</Badge>
          <Badge variant="danger">Banned</Badge>
        </div>
      ))}
    </div>
  ),
};
