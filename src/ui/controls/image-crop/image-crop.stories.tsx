import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import type { Size } from "./area.ts";
import { firstCrop, zoomTo } from "./crop.ts";
import { ImageCrop } from "./image-crop.tsx";

/** A landscape of a size. */
function landscape({ width, height }: Size): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none"><rect width="100" height="100" fill="#8fb8de"/><circle cx="70" cy="28" r="12" fill="#f6d365"/><path d="M0 70 25 35l20 25 20-30 35 40v30H0Z" fill="#35614a"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

type PictureProps = Size & { shape?: number; zoom?: number };

function Picture({ shape = 5 / 8, zoom = 1, ...size }: PictureProps) {
  const cut = { ...size, shape };
  const [crop, setCrop] = useState(() => zoomTo(cut, firstCrop(cut), zoom));
  return (
    <div className="max-w-lg">
      <ImageCrop src={landscape(size)} cut={cut} value={crop} onChange={setCrop} />
    </div>
  );
}

export default { component: ImageCrop } satisfies Meta<typeof ImageCrop>;
type Story = StoryObj;

export const Wide: Story = { render: () => <Picture width={1_600} height={900} /> };
export const High: Story = { render: () => <Picture width={600} height={1_800} /> };
export const Enlarged: Story = { render: () => <Picture width={1_600} height={1_200} zoom={3} /> };
export const TooSmallToEnlarge: Story = { render: () => <Picture width={60} height={80} /> };
export const Square: Story = { render: () => <Picture width={1_600} height={900} shape={1} /> };
