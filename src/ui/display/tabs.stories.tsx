import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import { TextInput } from "../controls/text-input.tsx";
import { Tabs } from "./tabs.tsx";

const tabs = [
  { key: "details", label: "Details", panel: <p>Title, author and genre.</p> },
  { key: "note", label: "Note", panel: <TextInput aria-label="Note" /> },
  { key: "activity", label: "Activity", panel: <p>Who changed what, and when.</p> },
];

export default {
  component: Tabs,
  args: { label: "Book", tabs, value: "details", onChange: () => {} },
  render: function Chosen(args) {
    const [value, setValue] = useState(args.value);
    return <Tabs {...args} value={value} onChange={setValue} />;
  },
} satisfies Meta<typeof Tabs>;
type Story = StoryObj<typeof Tabs>;

export const First: Story = {};
export const Another: Story = { args: { value: "activity" } };
export const MoreThanFit: Story = {
  args: {
    value: "7",
    tabs: Array.from({ length: 14 }, (_, index) => ({
      key: String(index),
      label: `Chapter ${index + 1}`,
      panel: <p>{index + 1}</p>,
    })),
  },
};
export const Arabic: Story = {
  args: {
    label: "كتاب",
    value: "details",
    tabs: [
      { key: "details", label: "التفاصيل", panel: <p>العنوان والمؤلف</p> },
      { key: "activity", label: "النشاط", panel: <p>من غيّر ماذا</p> },
    ],
  },
};
