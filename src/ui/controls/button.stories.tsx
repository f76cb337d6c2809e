import type { Meta, StoryObj } from "@storybook/react-vite";
import { CloseIcon } from "../icons.ts";
import { Button, ButtonLink, IconButton } from "./button.tsx";

export default { component: Button, args: { children: "Save" } } satisfies Meta<typeof Button>;
type Story = StoryObj<typeof Button>;

export const Secondary: Story = {};
export const Primary: Story = { args: { variant: "primary" } };
export const Danger: Story = { args: { variant: "danger", children: "Delete" } };
export const Quiet: Story = { args: { variant: "quiet" } };
export const Disabled: Story = { args: { variant: "primary", disabled: true } };
export const Busy: Story = { args: { variant: "primary", isBusy: true } };
export const Icon: Story = {
  render: () => (
    <IconButton label="Close">
      <CloseIcon className="size-5" />
    </IconButton>
  ),
};
export const AsLink: Story = { render: () => <ButtonLink to="/account">Books</ButtonLink> };
