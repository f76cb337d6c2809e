import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button } from "../controls/button.tsx";
import { Alert } from "./alert.tsx";

export default {
  component: Alert,
  args: { title: "Your session ends soon", children: "Save what you are working on." },
} satisfies Meta<typeof Alert>;
type Story = StoryObj<typeof Alert>;

export const Info: Story = {};
export const Success: Story = { args: { variant: "success", title: "12 books were imported" } };
export const Warning: Story = { args: { variant: "warning", title: "Someone else saved this book first" } };
export const Danger: Story = { args: { variant: "danger", title: "Three rows can’t be imported" } };
export const TitleAlone: Story = { args: { children: undefined } };
export const WithAction: Story = { args: { variant: "warning", action: <Button>Compare</Button> } };
export const News: Story = { args: { variant: "danger", isAnnounced: true } };
export const LongText: Story = {
  args: {
    action: <Button>Read</Button>,
    children:
      "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft is saved, and so are the many others that came with it in the file of this morning.",
  },
};
export const Arabic: Story = { args: { title: "تنتهي جلستك قريبًا", children: "احفظ ما تعمل عليه." } };
