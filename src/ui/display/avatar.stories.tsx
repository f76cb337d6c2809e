import type { Meta, StoryObj } from "@storybook/react-vite";
import { Avatar } from "./avatar.tsx";

export default { component: Avatar, args: { id: "1", name: "Nadia Murad" } } satisfies Meta<typeof Avatar>;
type Story = StoryObj<typeof Avatar>;

const portrait = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#c9a66b" d="M0 0h8v8H0z"/><circle cx="4" cy="3" r="1.6" fill="#5b3a1e"/><path fill="#5b3a1e" d="M1 8c0-4 6-4 6 0"/></svg>',
)}`;

export const Initials: Story = {};
export const Small: Story = { args: { size: "small" } };
export const Large: Story = { args: { size: "large" } };
export const OneWord: Story = { args: { name: "Nadia" } };
export const NoName: Story = { args: { name: null } };
export const Arabic: Story = { args: { name: "الطيب صالح" } };
export const Chinese: Story = { args: { name: "曹雪芹" } };
export const Emoji: Story = { args: { name: "👩🏽‍🚀 Mae Jemison" } };
export const Image: Story = { args: { image: portrait } };
export const ImageThatCannotBeHad: Story = { args: { image: "data:image/png;base64,none" } };
export const ManyColors: Story = {
  render: () => (
    <div className="flex max-w-lg flex-wrap gap-2">
      {Array.from({ length: 40 }, (_, index) => (
        <Avatar key={index} id={`person ${index}`} name="Wole Soyinka" />
      ))}
    </div>
  ),
};
