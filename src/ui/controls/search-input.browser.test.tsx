import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { SearchInput } from "./search-input.tsx";

const searched = vi.fn<(text: string) => void>();
const box = () => page.getByRole("searchbox", { name: "Search" });
const clearButton = () => page.getByRole("button", { name: "Clear search" });

afterEach(() => {
  searched.mockReset();
  vi.useRealTimers();
});

async function show({ value = "", delay = 0 } = {}) {
  const part = (text: string) => <SearchInput value={text} onChange={searched} delayMs={delay} />;
  const { rerender } = await renderComponent(part(value));
  return (text: string) => rerender(part(text));
}

test("it searches once, 300 ms after the last key", async () => {
  await renderComponent(<SearchInput value="" onChange={searched} />);
  const input = box().element() as HTMLInputElement;
  vi.useFakeTimers();
  // Keys sent to the browser would take time of their own.
  const type = (text: string) => {
    input.value = text;
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  type("wa");
  vi.advanceTimersByTime(299);
  type("war");
  vi.advanceTimersByTime(299);
  expect(searched).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(searched.mock.calls).toEqual([["war"]]);
});

test("Enter searches at once, and only once", async () => {
  await show({ delay: 100_000 });
  await userEvent.type(box(), "war{Enter}{Enter}");
  expect(searched.mock.calls).toEqual([["war"]]);
});

test("Escape clears a filled input; only the next Escape reaches its container", async () => {
  const around = vi.fn<(key: string) => void>();
  await renderComponent(
    <div role="presentation" onKeyDown={({ key }) => around(key)}>
      <SearchInput value="war" onChange={searched} />
    </div>,
  );
  await userEvent.click(box());
  await userEvent.keyboard("{Escape}");
  await expect.element(box()).toHaveValue("");
  expect(searched.mock.calls).toEqual([[""]]);
  expect(around).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(around.mock.calls).toEqual([["Escape"]]);
});

test("the button clears at once and leaves the focus in the input; it is there only when there is something", async () => {
  await show({ value: "war", delay: 100_000 });
  await userEvent.click(clearButton());
  expect(searched.mock.calls).toEqual([[""]]);
  await expect.element(box()).toHaveFocus();
  await expect.element(clearButton()).not.toBeInTheDocument();
  await expect.element(box()).toHaveAttribute("placeholder", "Search...");
});

test("the Back button's search shows up", async () => {
  const setValue = await show({ value: "war" });
  await setValue("peace");
  await expect.element(box()).toHaveValue("peace");
});

test("typed text is never overwritten by the value of an earlier search", async () => {
  const setValue = await show({ delay: 100_000 });
  await userEvent.type(box(), "wa{Enter}");
  await userEvent.type(box(), "r");
  await setValue("wa");
  await expect.element(box()).toHaveValue("war");
  await userEvent.keyboard("{Enter}");
  expect(searched.mock.calls).toEqual([["wa"], ["war"]]);
  await setValue("war");
  await setValue("");
  await expect.element(box()).toHaveValue("");
});

test("an answer that was overtaken does not come back into the input", async () => {
  const setValue = await show({ delay: 100_000 });
  await userEvent.type(box(), "wa{Enter}");
  await userEvent.type(box(), "r{Enter}");
  await setValue("wa");
  await expect.element(box()).toHaveValue("war");
});

test("without JavaScript it is a form that sends searchTerm", async () => {
  await show({ value: "war" });
  const form = page.getByRole("search").element() as HTMLFormElement;
  expect(form.method).toBe("get");
  expect([...new FormData(form)]).toEqual([["searchTerm", "war"]]);
});

test("text typed before hydration stays and is searched for", async () => {
  const part = (
    <TestProviders i18n={await loadI18n("en")}>
      <SearchInput value="" onChange={searched} delayMs={0} />
    </TestProviders>
  );
  const container = document.createElement("div");
  container.innerHTML = renderToString(part);
  document.body.append(container);
  await userEvent.type(box(), "war");
  const root = hydrateRoot(container, part);
  await expect.poll(() => searched.mock.calls).toEqual([["war"]]);
  await expect.element(box()).toHaveValue("war");
  root.unmount();
  container.remove();
});
