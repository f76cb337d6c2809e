import type { Meta, StoryObj } from "@storybook/react-vite";
import { ListNews } from "./list-news.tsx";

export default {
  component: ListNews,
  args: { hasNews: true, isLoading: false, onRenew: () => undefined },
} satisfies Meta<typeof ListNews>;
type Story = StoryObj<typeof ListNews>;

export const News: Story = {};
export const Loading: Story = { args: { isLoading: true } };
export const None: Story = { args: { hasNews: false } };
