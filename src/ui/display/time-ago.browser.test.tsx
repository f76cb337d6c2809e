import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { useNow } from "../use-now.ts";
import { TimeAgo, TimeAgoText } from "./time-ago.tsx";

const value = new Date("2026-11-21T23:30:00Z");
const now = value.getTime() + 3 * 3_600_000;

test("server and browser render the same, whatever their time zones", async () => {
  const i18n = await loadI18n("en");
  const part = (
    <TestProviders i18n={i18n}>
      <TimeAgo value={value} now={now} />
    </TestProviders>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(part);
  expect(container.textContent).toBe("3 hours ago");
  expect(container.querySelector("time")?.title).toBe("November 21, 2026 at 11:30\u00a0PM");
  const problem = vi.fn();
  const root = hydrateRoot(container, part, { onRecoverableError: problem });
  await expect.element(page.getByText("3 hours ago")).toBeVisible();
  expect(problem).not.toHaveBeenCalled();
  root.unmount();
  container.remove();
});

test("a pointer shows the exact time, and the keyboard doesn't stop at each relative time", async () => {
  await renderComponent(
    <>
      <TimeAgo value={value} now={now} />
      <a href="#next">Next</a>
    </>,
  );
  await expect
    .element(page.getByText("3 hours ago"))
    .toHaveAttribute("title", expect.stringMatching(/^November 2\d, 2026 at \d+:\d\d\s[AP]M$/));
  await userEvent.tab();
  await expect.element(page.getByRole("link")).toHaveFocus();
});

test("a text with a relative time shows the exact one on focus and on a tap", async () => {
  await renderComponent(<TimeAgoText value={value}>Updated 3 hours ago</TimeAgoText>);
  const button = page.getByRole("button", { name: "Updated 3 hours ago" });
  const tooltip = page.getByRole("tooltip");
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await expect.element(tooltip).toBeVisible();
  expect(tooltip.element().textContent).toMatch(/^November 2\d, 2026 at/);
  await userEvent.keyboard("{Escape}");
  await expect.element(tooltip).not.toBeInTheDocument();
  const touch = { bubbles: true, pointerType: "touch" };
  button.element().dispatchEvent(new PointerEvent("pointerdown", touch));
  button.element().dispatchEvent(new PointerEvent("pointerup", touch));
  await expect.element(tooltip).toBeVisible();
});

/** A list whose data was loaded at a time in milliseconds. */
function List({ loadedAt }: { loadedAt: number }) {
  return <TimeAgo value={value} now={useNow(loadedAt)} />;
}

test("newer data brings relative times up to date at once", async () => {
  const loadedAt = value.getTime() + 50_000;
  const { rerender } = await renderComponent(<List loadedAt={loadedAt} />);
  await expect.element(page.getByText("now")).toBeVisible();
  await rerender(<List loadedAt={loadedAt + 15_000} />);
  expect(document.querySelector("time")?.textContent).toBe("1 minute ago");
});
