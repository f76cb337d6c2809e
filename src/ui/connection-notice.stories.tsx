import { onlineManager } from "@tanstack/react-query";
import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect } from "react";
import { ConnectionNotice } from "./connection-notice.tsx";

export default { component: ConnectionNotice, args: { isLivePaused: false } } satisfies Meta<
  typeof ConnectionNotice
>;
type Story = StoryObj<typeof ConnectionNotice>;

export const Online: Story = {};

export const LiveUpdatesPaused: Story = { args: { isLivePaused: true } };

export const Offline: Story = {
  render: function Offline() {
    useEffect(() => {
      onlineManager.setOnline(false);
      return () => onlineManager.setOnline(true);
    }, []);
    return <ConnectionNotice isLivePaused />;
  },
};
