import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button } from "../controls/button.tsx";
import { PageHeader } from "./page-header.tsx";

export default { component: PageHeader, args: { title: "Books" } } satisfies Meta<typeof PageHeader>;
type Story = StoryObj<typeof PageHeader>;

export const Title: Story = {};
export const WithText: Story = { args: { text: "All books by title." } };
export const WithActions: Story = {
  args: {
    title: "The Hitchhiker’s Guide to the Galaxy, and Everything Else That One Needs",
    children: (
      <>
        <Button>Delete</Button>
        <Button variant="primary">Edit</Button>
      </>
    ),
  },
};
