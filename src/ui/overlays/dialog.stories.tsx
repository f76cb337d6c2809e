import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { Field } from "../controls/field.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { DialogFooter } from "./dialog-frame.tsx";
import { Dialog } from "./dialog.tsx";

export default {
  component: Dialog,
  args: { isOpen: true, onClose() {}, title: "Change your name" },
} satisfies Meta<typeof Dialog>;
type Story = StoryObj<typeof Dialog>;

const fields = (count: number) => (
  <div className="grid gap-5">
    {Array.from({ length: count }, (_, index) => (
      <Field key={index} id={`field-${index}`} label={`Chapter ${index + 1}`} />
    ))}
  </div>
);

export const WithForm: Story = {
  args: {
    description: "It is what others see beside what you do.",
    children: (
      <form>
        <Field id="name" label="Name" />
        <DialogFooter>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </DialogFooter>
      </form>
    ),
  },
};
export const Text: Story = {
  args: { title: "About", size: "small", children: <p>The first page of a book is often blank.</p> },
};
export const LongContent: Story = {
  args: {
    title: "Chapters",
    children: fields(20),
    footer: (
      <>
        <Button>Cancel</Button>
        <Button variant="primary">Save</Button>
      </>
    ),
  },
};
export const LongTitle: Story = {
  args: {
    title: <bdi>One hundred years of solitude, and everything that was ever written about them</bdi>,
    size: "small",
    children: fields(1),
  },
};
export const Large: Story = {
  args: { size: "large", title: <bdi>ألف ليلة وليلة</bdi>, children: fields(2) },
};
export const Nested: Story = {
  args: { children: fields(3) },
  render: (args) => (
    <Dialog {...args}>
      {args.children}
      <ConfirmDialog isOpen onClose={() => {}} onConfirm={() => {}} title="Are you sure you want to leave?" />
    </Dialog>
  ),
};
export const WithTrigger: Story = {
  args: { children: fields(2) },
  render: (args) => <Opening {...args} />,
};

function Opening(args: React.ComponentProps<typeof Dialog>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change</Button>
      <Dialog {...args} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
