import type { Meta, StoryObj } from "@storybook/react-vite";
import { ListUpdateNotice } from "./list-update-notice.tsx";

export default {
  component: ListUpdateNotice,
  args: { hasChanges: true, isLoading: false, onRefresh: () => undefined },
} satisfies Meta<typeof ListUpdateNotice>;
type Story = StoryObj<typeof ListUpdateNotice>;

export const Changed: Story = {};
export const Loading: Story = { args: { isLoading: true } };
export const None: Story = { args: { hasChanges: false } };
