import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Progress } from "./progress.tsx";

const bar = () => page.getByRole("progressbar", { name: "Upload" });

test.each([
  ["en", "37%"],
  ["fr", "37\u00a0%"], // optional: fr
] as const)(
  "has its value as a progressbar and as a formatted percentage (%s)",
  async (language, percentage) => {
    const { container } = await renderComponent(<Progress label="Upload" value={0.374} />, language);
    await expect.element(bar()).toHaveAttribute("aria-valuenow", "37");
    expect(container.textContent).toBe(`Upload${percentage}`);
  },
);

test("without a value it is indeterminate", async () => {
  const { container } = await renderComponent(<Progress label="Upload" />);
  await expect.element(bar()).not.toHaveAttribute("aria-valuenow");
  expect(container.textContent).toBe("Upload");
});
