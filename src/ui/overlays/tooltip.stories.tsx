import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button, IconButton } from "../controls/button.tsx";
import { EditIcon } from "../icons.ts";
import { Tooltip } from "./tooltip.tsx";

export default { component: Tooltip } satisfies Meta<typeof Tooltip>;
type Story = StoryObj<typeof Tooltip>;

export const Closed: Story = {
  args: { text: "Everyone who is signed in sees it", children: <Button>Publish</Button> },
};
export const RepeatsLabel: Story = {
  args: {
    text: "Edit",
    repeatsLabel: true,
    children: (
      <IconButton label="Edit">
        <EditIcon className="size-5" />
      </IconButton>
    ),
  },
};
/** Open: above and below its anchor, and with a long text. */
export const Open: Story = {
  args: {
    text: "A longer explanation that needs several lines, because there is so much to say about this one button",
    children: <Button>Publish</Button>,
  },
  render: (args) => (
    <div className="grid min-h-60 place-items-center" ref={focusByKeyboard}>
      <Tooltip {...args} />
    </div>
  ),
};

function focusByKeyboard(element: HTMLElement | null) {
  element?.querySelector("button")?.focus({ focusVisible: true } as FocusOptions);
}
