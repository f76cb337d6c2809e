import type { Meta, StoryObj } from "@storybook/react-vite";
import { FilterChips } from "./filter-chips.tsx";

const genres = ["Classic", "Fantasy", "Science fiction", "Poetry", "شعر", "History", "Mystery", "Philosophy"];

export default {
  component: FilterChips,
  args: {
    label: "Genre",
    name: "genre",
    value: undefined,
    choices: [{ label: "All genres" }, ...genres.map((label) => ({ value: label.toLowerCase(), label }))],
  },
  decorators: [
    (Story) => (
      <div className="p-4">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof FilterChips>;
type Story = StoryObj<typeof FilterChips>;

export const NoFilter: Story = {};
export const Filtered: Story = { args: { value: "fantasy" } };
export const Few: Story = {
  args: { choices: [{ label: "All genres" }, { value: "classic", label: "Classic" }] },
};
export const Many: Story = {
  args: {
    value: "42",
    choices: [
      { label: "All genres" },
      ...Array.from({ length: 500 }, (_, index) => ({
        value: String(index),
        label: `${genres[index % genres.length]} ${index}`,
        count: index % 37,
      })),
    ],
  },
};
