import type { Meta, StoryObj } from "@storybook/react-vite";
import { FigureCard } from "./figure-card.tsx";

export default {
  component: FigureCard,
  args: { label: "Books", link: { to: "/manager/users" } },
  decorators: [
    (Card) => (
      <div className="grid max-w-64">
        <Card />
      </div>
    ),
  ],
} satisfies Meta<typeof FigureCard>;
type Story = StoryObj<typeof FigureCard>;

export const More: Story = { args: { history: [3, 4, 4, 6, 9, 12], children: "+9 in 30 days" } };
export const Fewer: Story = { args: { history: [12, 11, 11, 9, 9, 8], children: "-4 in 30 days" } };
export const Unchanged: Story = { args: { history: [7, 7, 7], children: "No change in 30 days" } };
export const Large: Story = { args: { history: [0, 1_234_567_890], children: "+1,234,567,890 in 30 days" } };
