import type { Meta, StoryObj } from "@storybook/react-vite";
import { ErrorScreen } from "./error-screen.tsx";

export default {
  component: ErrorScreen,
  args: { error: new Error("Something failed") },
} satisfies Meta<typeof ErrorScreen>;
type Story = StoryObj<typeof ErrorScreen>;

const withStatus = (status: number, message: string, data?: unknown) =>
  Object.assign(new Error(message), { code: "CODE", status, data });

export const Forbidden: Story = { args: { error: withStatus(403, "No") } };
export const NotFound: Story = { args: { error: withStatus(404, "No") } };
export const Failed: Story = {
  args: {
    error: withStatus(500, "The database is gone", { reference: "3f0c9a52-7f0e-4c58-9d4f-5f1d6c7b8a90" }),
  },
};
export const Known: Story = { args: { error: withStatus(409, "Someone else saved this book first.") } };
export const TooSlow: Story = {
  args: { error: Object.assign(new Error("No"), { code: "TOO_SLOW", status: 503 }) },
};
export const Unknown: Story = {};
export const LongText: Story = {
  args: {
    error: withStatus(
      413,
      `The address ${"averylongword".repeat(20)} is too long, and so is this sentence, which goes on for a while.`,
    ),
  },
};
