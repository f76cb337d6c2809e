import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect } from "react";
import { CoverField } from "./cover-field.tsx";
import { CropCover } from "./crop-cover.tsx";
import { chosen, CoverForm } from "./fixtures.tsx";

export default { component: CoverField } satisfies Meta<typeof CoverField>;
type Story = StoryObj;

const cover = { id: "a".repeat(40), width: 500, height: 800, widths: [96, 192] };
const uploaded = { ...chosen, coverId: cover.id };

/** A form over which somebody drags a file. */
function Hovered() {
  useEffect(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "cover.png"));
    document.dispatchEvent(new DragEvent("dragover", { dataTransfer }));
  }, []);
  return <CoverForm />;
}

/** A form to which somebody gave a file that can't be used. */
function Refused() {
  useEffect(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["x"], "cover.svg", { type: "image/svg+xml" }));
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
  }, []);
  return <CoverForm />;
}

export const Drawn: Story = { render: () => <CoverForm /> };
export const Uploaded: Story = { render: () => <CoverForm cover={cover} pretended={{ shown: uploaded }} /> };
export const GoneFromStorage: Story = { render: () => <CoverForm cover={cover} /> };
export const Hovering: Story = { render: () => <Hovered /> };
export const Sending: Story = {
  render: () => <CoverForm pretended={{ shown: chosen, sending: { sent: 0.4 } }} />,
};
export const BeingPrepared: Story = {
  render: () => <CoverForm pretended={{ shown: chosen, sending: { sent: undefined } }} />,
};
export const NotSent: Story = { render: () => <CoverForm pretended={{ shown: chosen, retry: () => {} }} /> };
export const NotUsable: Story = { render: () => <Refused /> };
export const Cropping: Story = {
  render: () => <CropCover isOpen picture={chosen.picture} onClose={() => {}} onUse={() => {}} />,
};
