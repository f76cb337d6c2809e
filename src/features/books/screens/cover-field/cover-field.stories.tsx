import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect } from "react";
import { CoverField } from "./cover-field.tsx";
import { CropDialog } from "./crop-dialog.tsx";
import { chosen, CoverForm } from "./fixtures.tsx";

export default { component: CoverField } satisfies Meta<typeof CoverField>;
type Story = StoryObj;

const cover = { id: "a".repeat(40), width: 500, height: 800, widths: [96, 192] };
const uploaded = { ...chosen, coverId: cover.id };

/** A form while a file is dragged over the page. */
function Dragging() {
  useEffect(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "cover.png"));
    document.dispatchEvent(new DragEvent("dragover", { dataTransfer }));
  }, []);
  return <CoverForm />;
}

/** A form after an unsupported file was pasted. */
function Rejected() {
  useEffect(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["x"], "cover.svg", { type: "image/svg+xml" }));
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
  }, []);
  return <CoverForm />;
}

export const Generated: Story = { render: () => <CoverForm /> };
export const Uploaded: Story = {
  render: () => <CoverForm cover={cover} uploadState={{ shown: uploaded }} />,
};
export const MissingInStorage: Story = { render: () => <CoverForm cover={cover} /> };
export const DraggedOver: Story = { render: () => <Dragging /> };
export const Uploading: Story = {
  render: () => <CoverForm uploadState={{ shown: chosen, progress: { sent: 0.4 } }} />,
};
export const Preparing: Story = {
  render: () => <CoverForm uploadState={{ shown: chosen, progress: { sent: undefined } }} />,
};
export const UploadFailed: Story = {
  render: () => <CoverForm uploadState={{ shown: chosen, retry: () => {} }} />,
};
export const UnsupportedFile: Story = { render: () => <Rejected /> };
export const Cropping: Story = {
  render: () => <CropDialog isOpen picture={chosen.picture} onClose={() => {}} onApply={() => {}} />,
};
