import type { Meta, StoryObj } from "@storybook/react-vite";
import { Spinner } from "./spinner.tsx";

export default { component: Spinner } satisfies Meta<typeof Spinner>;
type Story = StoryObj<typeof Spinner>;

export const Small: Story = {};
export const Large: Story = { args: { className: "size-8 text-accent" } };
