import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { isolate } from "#i18n/isolate.tsx";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { toast } from "./toast.ts";
import { Toaster } from "./toaster.tsx";

export default {
  component: Toaster,
  decorators: [
    (Story) => (
      <div className="min-h-80">
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof Toaster>;
type Story = StoryObj<typeof Toaster>;

export const Success: Story = { args: { initial: [{ text: "Book deleted" }] } };
export const Error: Story = { args: { initial: [{ text: "Failed to delete book", isError: true }] } };
export const WithAction: Story = {
  args: {
    initial: [
      {
        text: "Book deleted",
        action: (dismiss) => <Button onClick={dismiss}>Undo</Button>,
      },
    ],
  },
};
export const Stack: Story = {
  args: {
    initial: [
      { text: "This one is not visible yet", isError: true },
      { text: `Welcome ${isolate("نادية حدّاد")}` },
      {
        text: `Failed to delete ${isolate("One hundred years of solitude, and everything ever written about it")}`,
        isError: true,
      },
      { text: "Name updated" },
    ],
  },
};
export const AboveADialog: Story = {
  args: Stack.args,
  render: (args) => (
    <>
      <Toaster {...args} />
      <Dialog isOpen onClose={() => {}} title="Change your name" />
    </>
  ),
};
export const HiddenByADialog: Story = {
  args: Stack.args,
  render: (args) => (
    <>
      <Toaster {...args} />
      <Dialog isOpen onClose={() => {}} title="Delete the book?" hidesToasts />
    </>
  ),
};
export const WithTriggers: Story = { render: () => <Triggers /> };

function Triggers() {
  const [isOpen, setOpen] = useState(false);
  const buttons = (
    <div className="mt-40 flex flex-wrap gap-3">
      <Button onClick={() => toast.success("Name updated")}>Success</Button>
      <Button onClick={() => toast.error("Failed to update your name")}>Failure</Button>
    </div>
  );
  return (
    <>
      {buttons}
      <Button onClick={() => setOpen(true)}>Dialog</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Change your name">
        {buttons}
      </Dialog>
      <Toaster />
    </>
  );
}
