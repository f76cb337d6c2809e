import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useState } from "react";
import { Button } from "../controls/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export default {
  component: ConfirmDialog,
  args: { isOpen: true, onClose() {}, onConfirm() {} },
} satisfies Meta<typeof ConfirmDialog>;
type Story = StoryObj<typeof ConfirmDialog>;

export const AreYouSure: Story = {};
export const Danger: Story = {
  args: {
    variant: "danger",
    title: (
      <>
        Delete <bdi>موسم الهجرة إلى الشمال</bdi>?
      </>
    ),
    text: "The book, its cover and its history are gone for good.",
    confirmLabel: "Delete",
  },
};
export const DangerBusy: Story = {
  args: { ...Danger.args, onConfirm: () => new Promise(() => {}) },
  render: (args) => <Confirmed {...args} />,
};
export const WithTrigger: Story = { render: (args) => <Deletion {...args} /> };

function Deletion(args: React.ComponentProps<typeof ConfirmDialog>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <ConfirmDialog {...args} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** A slow deletion. */
function Confirmed(args: React.ComponentProps<typeof ConfirmDialog>) {
  useEffect(() => {
    const press = () => document.querySelector<HTMLElement>(".dialog-footer > :last-child")?.click();
    const frame = requestAnimationFrame(press);
    return () => cancelAnimationFrame(frame);
  }, []);
  return <ConfirmDialog {...args} />;
}
