import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button } from "../controls/button.tsx";
import { ConfirmForm, useConfirmFormTrigger } from "./confirm-form.tsx";

export default {
  component: ConfirmForm,
  args: { id: "leaving", title: "Leave?", text: "You are about to end your session.", action: "/logout" },
} satisfies Meta<typeof ConfirmForm>;
type Story = StoryObj<typeof ConfirmForm>;

function Trigger({ id }: { id: string }) {
  return <Button {...useConfirmFormTrigger(id)}>Leave</Button>;
}

/** The trigger is a separate button. */
export const Closed: Story = {
  render: (args) => (
    <>
      <Trigger id={args.id} />
      <ConfirmForm {...args} />
    </>
  ),
};
export const Open: Story = {
  render: (args) => (
    <div ref={(element) => element?.querySelector("dialog")?.showModal()}>
      <ConfirmForm {...args} />
    </div>
  ),
};
