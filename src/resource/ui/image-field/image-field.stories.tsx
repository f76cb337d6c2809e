import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect } from "react";
import { CropDialog } from "./crop-dialog.tsx";
import { ImageForm } from "./fixtures.tsx";
import { ImageField } from "./image-field.tsx";

export default { component: ImageField } satisfies Meta<typeof ImageField>;
type Story = StoryObj;

const image = { id: "a".repeat(40), width: 500, height: 800, widths: [96, 192] };
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800" viewBox="0 0 60 80"><rect width="60" height="80" fill="#b5532a"/><circle cx="30" cy="34" r="16" fill="#f6d9a2"/></svg>`;

/** A chosen picture and its crop. */
const chosen = {
  picture: { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, width: 600, height: 800 },
  area: { x: 50, y: 0, width: 500, height: 800 },
};

const uploaded = { ...chosen, imageId: image.id };

/** A form while a file is dragged over the page. */
function Dragging() {
  useEffect(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "picture.png"));
    document.dispatchEvent(new DragEvent("dragover", { dataTransfer }));
  }, []);
  return <ImageForm />;
}

/** A form after an unsupported file was pasted. */
function Rejected() {
  useEffect(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["x"], "picture.svg", { type: "image/svg+xml" }));
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
  }, []);
  return <ImageForm />;
}

export const NoImage: Story = { render: () => <ImageForm /> };
export const Uploaded: Story = {
  render: () => <ImageForm image={image} uploadState={{ shown: uploaded }} />,
};
export const MissingInStorage: Story = { render: () => <ImageForm image={image} /> };
export const DraggedOver: Story = { render: () => <Dragging /> };
export const Uploading: Story = {
  render: () => <ImageForm uploadState={{ shown: chosen, progress: { sent: 0.4 } }} />,
};
export const Preparing: Story = {
  render: () => <ImageForm uploadState={{ shown: chosen, progress: { sent: undefined } }} />,
};
export const UploadFailed: Story = {
  render: () => <ImageForm uploadState={{ shown: chosen, retry: () => {} }} />,
};
export const UnsupportedFile: Story = { render: () => <Rejected /> };
export const Cropping: Story = {
  render: () => (
    <CropDialog isOpen picture={chosen.picture} aspectRatio={5 / 8} onClose={() => {}} onApply={() => {}} />
  ),
};
