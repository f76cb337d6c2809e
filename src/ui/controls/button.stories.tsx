import type { Meta, StoryObj } from "@storybook/react-vite";
import { CloseIcon } from "../icons.tsx";
import { Button, ButtonLink, IconButton } from "./button.tsx";

export default { component: Button, args: { children: "Save" } } satisfies Meta<typeof Button>;
type Story = StoryObj<typeof Button>;

export const Secondary: Story = {};
export const Primary: Story = { args: { look: "primary" } };
export const Danger: Story = { args: { look: "danger", children: "Delete" } };
export const Quiet: Story = { args: { look: "quiet" } };
export const Disabled: Story = { args: { look: "primary", disabled: true } };
export const Busy: Story = { args: { look: "primary", isBusy: true } };
export const Icon: Story = {
  render: () => (
    <IconButton label="Close">
      <CloseIcon className="size-5" />
    </IconButton>
  ),
};
export const AsLink: Story = { render: () => <ButtonLink to="/app/books">Books</ButtonLink> };
