import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Progress } from "./progress.tsx";

const bar = () => page.getByRole("progressbar", { name: "Upload" });

test("has its value as a progressbar and as a formatted percentage", async () => {
  const { container } = await renderComponent(<Progress label="Upload" value={0.374} />, "fr");
  await expect.element(bar()).toHaveAttribute("aria-valuenow", "37");
  expect(container.textContent).toMatch(/^Upload37\s%$/);
});

test("without a value it is indeterminate", async () => {
  const { container } = await renderComponent(<Progress label="Upload" />);
  await expect.element(bar()).not.toHaveAttribute("aria-valuenow");
  expect(container.textContent).toBe("Upload");
});
