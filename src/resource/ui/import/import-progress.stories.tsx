import type { Meta, StoryObj } from "@storybook/react-vite";
import { ImportProgressCard } from "./import-progress.tsx";

export default { component: ImportProgressCard, args: { onCancel() {} } } satisfies Meta<
  typeof ImportProgressCard
>;
type Story = StoryObj<typeof ImportProgressCard>;

export const Sending: Story = { args: { step: { step: "sending", done: 0, rows: 0 } } };
export const Adding: Story = { args: { step: { step: "writing", done: 0.42, rows: 42_000 } } };
