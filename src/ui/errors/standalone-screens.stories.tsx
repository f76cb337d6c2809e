import type { Meta, StoryObj } from "@storybook/react-vite";
import { StandaloneErrorScreen, StandaloneNotFoundScreen } from "./error-screen.tsx";

export default {
  component: StandaloneErrorScreen,
  args: { error: Object.assign(new Error("No"), { status: 403 }) },
  parameters: { layout: "fullscreen" },
} satisfies Meta<typeof StandaloneErrorScreen>;
type Story = StoryObj<typeof StandaloneErrorScreen>;

export const Forbidden: Story = {};
export const Failed: Story = { args: { error: new Error("Something failed") } };
export const NotFound: Story = { render: () => <StandaloneNotFoundScreen /> };
