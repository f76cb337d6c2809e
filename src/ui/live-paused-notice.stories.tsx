import type { Meta, StoryObj } from "@storybook/react-vite";
import { BottomNotice } from "./bottom-notice.tsx";
import { LivePausedNotice } from "./live-paused-notice.tsx";

export default {
  component: LivePausedNotice,
  decorators: (Story) => (
    <BottomNotice>
      <Story />
    </BottomNotice>
  ),
} satisfies Meta<typeof LivePausedNotice>;

export const Paused: StoryObj<typeof LivePausedNotice> = {};
