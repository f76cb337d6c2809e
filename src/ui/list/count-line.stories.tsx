import type { Meta, StoryObj } from "@storybook/react-vite";
import { CountLine } from "./count-line.tsx";

export default {
  component: CountLine,
  args: { shown: 20, total: { count: 1_234, isExact: true }, searchTerm: "" },
} satisfies Meta<typeof CountLine>;
type Story = StoryObj<typeof CountLine>;

export const All: Story = {};
export const Search: Story = { args: { searchTerm: "war" } };
export const One: Story = { args: { shown: 1, total: { count: 1, isExact: true }, searchTerm: "war" } };
export const NoResults: Story = { args: { shown: 0, total: { count: 0, isExact: true }, searchTerm: "war" } };
export const Inexact: Story = { args: { total: { count: 10_000, isExact: false } } };
export const MoreThanCountedSearch: Story = {
  args: { total: { count: 10_000, isExact: false }, searchTerm: "موسم الهجرة" },
};
