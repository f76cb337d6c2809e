import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button } from "../controls/button.tsx";
import { TrashIcon } from "../icons.ts";
import { BulkBar } from "./bulk-bar.tsx";

export default {
  component: BulkBar,
  args: {
    count: 3,
    isFull: false,
    onClear: () => undefined,
    onFocusLost: () => undefined,
    children: (
      <>
        <Button>Export</Button>
        <Button variant="danger">
          <TrashIcon className="size-4" />
          Delete
        </Button>
      </>
    ),
  },
} satisfies Meta<typeof BulkBar>;
type Story = StoryObj<typeof BulkBar>;

export const Some: Story = {};
export const One: Story = { args: { count: 1 } };
export const Full: Story = { args: { count: 100, isFull: true } };
export const Empty: Story = { args: { count: 0 } };
