import type { Meta, StoryObj } from "@storybook/react-vite";
import { Skeleton } from "./skeleton.tsx";

export default { component: Skeleton } satisfies Meta<typeof Skeleton>;
type Story = StoryObj<typeof Skeleton>;

export const Line: Story = {};
export const BesideText: Story = {
  render: () => (
    <div className="grid max-w-sm grid-cols-2 gap-x-4" aria-busy>
      <p>A line of text</p>
      <Skeleton />
      <p>Another one</p>
      <Skeleton />
    </div>
  ),
};
export const Row: Story = {
  render: () => (
    <div
      className="flex max-w-sm items-center gap-4 rounded-surface border border-border bg-surface p-5"
      aria-busy
    >
      <Skeleton className="aspect-5/8 w-8 shrink-0" />
      <div className="w-full">
        <Skeleton />
        <Skeleton className="my-1.5 h-3 w-1/2" />
      </div>
    </div>
  ),
};
