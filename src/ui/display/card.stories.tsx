import type { Meta, StoryObj } from "@storybook/react-vite";
import { Button } from "../controls/button.tsx";
import { Card } from "./card.tsx";

export default {
  component: Card,
  args: { children: "What a card says." },
} satisfies Meta<typeof Card>;
type Story = StoryObj<typeof Card>;

export const Plain: Story = {};
export const Titled: Story = { args: { title: "Latest books" } };
export const WithActions: Story = {
  args: { title: "User sessions", actions: <Button>Revoke all</Button> },
};
export const LongTitle: Story = {
  args: {
    title: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and others",
    actions: <Button>Edit</Button>,
  },
};
export const Arabic: Story = { args: { title: "أحدث الكتب", children: "موسم الهجرة إلى الشمال" } };
