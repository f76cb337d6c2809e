import type { Meta, StoryObj } from "@storybook/react-vite";
import { useState } from "react";
import type { Size } from "#lib/crop.ts";
import { initialCrop, zoomTo } from "./zoomed-crop.ts";
import { ImageCrop } from "./image-crop.tsx";

function landscape({ width, height }: Size): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none"><rect width="100" height="100" fill="#8fb8de"/><circle cx="70" cy="28" r="12" fill="#f6d365"/><path d="M0 70 25 35l20 25 20-30 35 40v30H0Z" fill="#35614a"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

type ExampleProps = Size & { aspectRatio?: number; zoom?: number };

function Example({ aspectRatio = 5 / 8, zoom = 1, ...size }: ExampleProps) {
  const source = { ...size, aspectRatio };
  const [crop, setCrop] = useState(() => zoomTo(source, initialCrop(source), zoom));
  return (
    <div className="max-w-lg">
      <ImageCrop src={landscape(size)} source={source} value={crop} onChange={setCrop} />
    </div>
  );
}

export default { component: ImageCrop } satisfies Meta<typeof ImageCrop>;
type Story = StoryObj;

export const Wide: Story = { render: () => <Example width={1_600} height={900} /> };
export const Tall: Story = { render: () => <Example width={600} height={1_800} /> };
export const Zoomed: Story = { render: () => <Example width={1_600} height={1_200} zoom={3} /> };
export const TooSmallToZoom: Story = { render: () => <Example width={60} height={80} /> };
export const Square: Story = { render: () => <Example width={1_600} height={900} aspectRatio={1} /> };
