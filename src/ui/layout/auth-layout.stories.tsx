import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button } from "../controls/button.tsx";
import { Field } from "../controls/field.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { Heading } from "./heading.tsx";

export default {
  component: AuthLayout,
  parameters: { layout: "fullscreen" },
  args: {
    children: (
      <div className="grid gap-4">
        <Heading>Log in</Heading>
        <Field id="email" label="Email" type="email" defaultValue="nadia@example.com" />
        <Button variant="primary">Continue with email</Button>
      </div>
    ),
  },
} satisfies Meta<typeof AuthLayout>;
type Story = StoryObj<typeof AuthLayout>;

export const Default: Story = {};
export const WithAside: Story = {
  args: { aside: <aside className="hidden flex-1 border-s border-border bg-muted lg:block" /> },
};
