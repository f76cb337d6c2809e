import type { Meta, StoryObj } from "@storybook/react-vite";
import { Breadcrumb } from "./breadcrumb.tsx";

const manager = { label: "Manager", to: "/manager" } as const;
const books = { label: "Books", to: "/manager/users" } as const;

export default {
  component: Breadcrumb,
  args: { items: [manager, books, { label: "Emma" }] },
} satisfies Meta<typeof Breadcrumb>;
type Story = StoryObj<typeof Breadcrumb>;

export const Levels: Story = {};
export const One: Story = { args: { items: [{ label: "Users" }] } };
export const None: Story = { args: { items: [] } };
export const Deep: Story = {
  args: {
    items: [
      manager,
      books,
      { label: "Classic", to: "/manager/users" },
      { label: "Emma", to: "/manager/users" },
      { label: "Update book" },
    ],
  },
};
export const LongText: Story = {
  args: { items: [manager, books, { label: "And so it went on, and on, ".repeat(7) }] },
};
export const Narrow: Story = {
  args: {
    items: [
      manager,
      books,
      { label: "Twenty Thousand Leagues Under the Sea", to: "/manager/users" },
      { label: "Update book" },
    ],
  },
};
export const Arabic: Story = { args: { items: [manager, books, { label: "موسم الهجرة إلى الشمال" }] } };
