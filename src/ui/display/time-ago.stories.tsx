import type { Meta, StoryObj } from "@storybook/react-vite";
import { TimeAgo } from "./time-ago.tsx";

const now = Date.UTC(2026, 10, 21, 15);

export default { component: TimeAgo, args: { now } } satisfies Meta<typeof TimeAgo>;
type Story = StoryObj<typeof TimeAgo>;

export const Hours: Story = { args: { value: new Date(now - 3 * 3_600_000) } };
export const Now: Story = { args: { value: new Date(now) } };
export const Years: Story = { args: { value: new Date(Date.UTC(2020, 0, 1)) } };
