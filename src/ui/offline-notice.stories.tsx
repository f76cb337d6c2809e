import { onlineManager } from "@tanstack/react-query";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect } from "react";
import { BottomNotice } from "./bottom-notice.tsx";
import { OfflineNotice } from "./offline-notice.tsx";

export default {
  component: OfflineNotice,
  decorators: (Story) => (
    <BottomNotice>
      <Story />
    </BottomNotice>
  ),
} satisfies Meta<typeof OfflineNotice>;
type Story = StoryObj<typeof OfflineNotice>;

export const Online: Story = {};

export const Offline: Story = {
  render: function Offline() {
    useEffect(() => {
      onlineManager.setOnline(false);
      return () => onlineManager.setOnline(true);
    }, []);
    return <OfflineNotice />;
  },
};
