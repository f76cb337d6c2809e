import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Progress } from "./progress.tsx";

const bar = () => page.getByRole("progressbar", { name: "Upload" }).element() as HTMLProgressElement;

test("has its value as a progressbar and as a formatted percentage", async () => {
  const { container } = await renderComponent(<Progress label="Upload" value={0.374} />, "fr");
  expect(bar().value).toBe(0.374);
  expect(container.textContent).toMatch(/^Upload37\s%$/);
});

test("without a value it is indeterminate", async () => {
  const { container } = await renderComponent(<Progress label="Upload" />);
  expect(bar().matches(":indeterminate")).toBe(true);
  expect(container.textContent).toBe("Upload");
});
