import type { Meta, StoryObj } from "@storybook/react-vite";
import { shelfBooks } from "./shelf-books.ts";
import { CoverShelf } from "./shelf.tsx";

export default {
  component: CoverShelf,
  args: { books: shelfBooks },
  parameters: { layout: "fullscreen" },
  render: (args) => (
    <div className="flex justify-end">
      <CoverShelf {...args} />
    </div>
  ),
} satisfies Meta<typeof CoverShelf>;
type Story = StoryObj<typeof CoverShelf>;

export const BesideAForm: Story = {};
