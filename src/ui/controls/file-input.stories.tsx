import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useState, type ComponentProps } from "react";
import { FileInput } from "./file-input.tsx";

const cover = new File(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="80"><rect width="50" height="80" fill="#2f6f4f"/><rect x="8" y="14" width="34" height="22" fill="#fbf7ee"/></svg>`,
  ],
  "the-dispossessed.svg",
  { type: "image/svg+xml" },
);

function Cover({ value: initial = null, ...props }: Partial<ComponentProps<typeof FileInput>>) {
  const [value, setValue] = useState(initial);
  return <FileInput id="cover" aria-label="Cover" {...props} value={value} onChange={setValue} />;
}

/** An input after the user chose a file that it rejects. */
function Rejected({ file, ...props }: Partial<ComponentProps<typeof FileInput>> & { file: File }) {
  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>("#cover");
    const chosen = new DataTransfer();
    chosen.items.add(file);
    if (!input) return;
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, [file]);
  return <Cover {...props} />;
}

export default { component: FileInput } satisfies Meta<typeof FileInput>;
type Story = StoryObj;

export const Empty: Story = { render: () => <Cover /> };
export const Filled: Story = { render: () => <Cover value={cover} /> };
export const OtherFile: Story = {
  render: () => <Cover value={new File([new Uint8Array(2_449_000)], "books.csv", { type: "text/csv" })} />,
};
export const LongName: Story = {
  render: () => <Cover value={new File(["a"], `${"a-very-long-name-of-a-file".repeat(5)}.csv`)} />,
};
export const ArabicName: Story = { render: () => <Cover value={new File(["a"], "غلاف الكتاب.csv")} /> };
export const TooLarge: Story = { render: () => <Rejected file={cover} maxBytes={100} /> };
export const NotAccepted: Story = { render: () => <Rejected file={cover} accept="image/png,image/jpeg" /> };
export const Invalid: Story = { render: () => <Cover aria-invalid /> };
export const Disabled: Story = { render: () => <Cover value={cover} disabled /> };
