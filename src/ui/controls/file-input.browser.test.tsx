import { useState, type ComponentProps } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { FileInput } from "./file-input.tsx";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>`;
const image = (name = "cover.svg") => new File([svg], name, { type: "image/svg+xml" });
const csv = () => new File(["title\n"], "books.csv", { type: "text/csv" });

function Cover(props: Partial<ComponentProps<typeof FileInput>>) {
  const [value, setValue] = useState<File | null>(null);
  return (
    <>
      <label htmlFor="cover">Cover</label>
      <FileInput id="cover" {...props} value={value} onChange={setValue} />
      <output>{value?.name ?? "none"}</output>
    </>
  );
}

const input = () => page.getByLabelText("Cover");
const chosen = () => page.getByRole("status").element().textContent;

/** Pastes a file, as a browser hands it over. */
function paste(file: File) {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(file);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  input().element().dispatchEvent(event);
}

test("a chosen file is shown with its name and size", async () => {
  await renderComponent(<Cover />);
  await userEvent.upload(input(), image());
  await expect.poll(chosen).toBe("cover.svg");
  await expect.element(input()).toHaveAccessibleDescription(/^cover\.svg\s*95 bytes/);
});

test("a file can be pasted", async () => {
  await renderComponent(<Cover />);
  paste(image("pasted.svg"));
  await expect.poll(chosen).toBe("pasted.svg");
});

test("the native input covers the whole box and receives dropped files", async () => {
  await renderComponent(<Cover />);
  const box = input().element().parentElement?.getBoundingClientRect();
  expect(box && document.elementFromPoint(box.left + 5, box.top + 5)).toBe(input().element());
  expect(box && document.elementFromPoint(box.right - 5, box.bottom - 5)).toBe(input().element());
});

test("it can be removed, by keyboard alone, and the same file chosen again", async () => {
  await renderComponent(<Cover />);
  await userEvent.upload(input(), csv());
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
  await expect.poll(chosen).toBe("none");
  expect(document.activeElement).toBe(input().element());
  await userEvent.upload(input(), csv());
  await expect.poll(chosen).toBe("books.csv");
});

test("a file that is too large is rejected with the limit", async () => {
  await renderComponent(<Cover maxBytes={50} />);
  await userEvent.upload(input(), image());
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("cover.svg is too large (95 bytes). Choose a file of up to 50 bytes.");
  expect(chosen()).toBe("none");
  await expect.element(input()).toHaveAttribute("aria-invalid", "true");
  await userEvent.upload(input(), csv());
  await expect.poll(chosen).toBe("books.csv");
  await expect.element(input()).not.toHaveAttribute("aria-invalid");
});

test("a pasted file of another type is rejected, and the value stays", async () => {
  await renderComponent(<Cover accept="image/*" />);
  await userEvent.upload(input(), image());
  paste(csv());
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("The file type of books.csv isn’t supported.");
  expect(chosen()).toBe("cover.svg");
});
