import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadI18n, TestProviders } from "../../../../testing/components/providers.tsx";
import { renderComponent } from "../../../../testing/render.tsx";
import "../../styles/app.css";
import { MultiSelect } from "./multi-select.tsx";
import type { MultiSelectProps } from "./props.ts";

const genres = ["Crime", "Fiction", "Poetry", "Science fiction"].map((label) => ({
  id: label.toLowerCase().replace(" ", "-"),
  label,
}));

const changed = vi.fn<(ids: string[]) => void>();
const submitted = vi.fn();
const field = () => page.getByRole("combobox", { name: "Genres" });
const list = () => page.getByRole("listbox");
const chip = (name: string) => page.getByRole("group", { name, exact: true });
const chips = () =>
  page
    .getByRole("toolbar")
    .getByRole("group")
    .elements()
    .map((element) => element.getAttribute("aria-label"));

function Genres(props: Partial<MultiSelectProps>) {
  const [value, setValue] = useState(props.value ?? []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <label htmlFor="genres">Genres</label>
      <MultiSelect
        id="genres"
        name="genres"
        options={genres}
        {...props}
        value={value}
        onChange={(ids) => {
          changed(ids);
          setValue(ids);
        }}
      />
      <button type="submit">Save</button>
    </form>
  );
}

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  changed.mockReset();
  submitted.mockReset();
});

test("options are found by typing and chosen one after the other; Escape closes the list", async () => {
  await renderComponent(<Genres />);
  await field().click();
  await expect.element(list()).toHaveAttribute("aria-multiselectable", "true");
  await userEvent.keyboard("poe{Enter}");
  await expect.element(field()).toHaveValue("");
  await expect.element(list()).toBeVisible();
  await userEvent.keyboard("cri{Enter}{Escape}");
  await expect.element(list()).not.toBeInTheDocument();
  expect(changed.mock.calls).toEqual([[["poetry"]], [["poetry", "crime"]]]);
  expect(chips()).toEqual(["Poetry", "Crime"]);
  expect(submitted).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(submitted).toHaveBeenCalledOnce();
});

test("a chosen option is marked in the list, and choosing it again removes it", async () => {
  await renderComponent(<Genres value={["crime", "poetry"]} />);
  await field().click();
  const option = page.getByRole("option", { name: "Crime", selected: true });
  await option.click();
  expect(changed.mock.calls).toEqual([[["poetry"]]]);
  await expect.element(page.getByRole("option", { name: "Crime", selected: false })).toBeVisible();
});

test("Backspace in the empty input removes the last chip", async () => {
  await renderComponent(<Genres value={["crime", "poetry"]} />);
  await field().click();
  await userEvent.keyboard("x{Backspace}{Backspace}");
  expect(changed.mock.calls).toEqual([[["crime"]]]);
});

test.each([
  ["en", "{ArrowLeft}", "{ArrowRight}"],
  ["ar", "{ArrowRight}", "{ArrowLeft}"], // optional: ar
] as const)(
  "in %s, arrow keys lead to the chips and back, and Delete removes one",
  async (language, toChips, back) => {
    await renderComponent(<Genres value={["crime", "fiction", "poetry"]} />, language);
    await userEvent.tab();
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard(toChips + toChips);
    await expect.element(chip("Fiction")).toHaveFocus();
    await userEvent.keyboard("{Delete}");
    expect(changed.mock.calls).toEqual([[["crime", "poetry"]]]);
    await expect.element(chip("Poetry")).toHaveFocus();
    await userEvent.keyboard(back);
    await expect.element(field()).toHaveFocus();
  },
);

test("a chip's button removes it, and the input gets the focus", async () => {
  await renderComponent(<Genres value={["crime", "poetry"]} />);
  await page.getByRole("button", { name: "Remove Crime" }).click();
  expect(changed.mock.calls).toEqual([[["poetry"]]]);
  await expect.element(field()).toHaveFocus();
});

test("screen readers announce what was added and removed, and how to remove a chip", async () => {
  await renderComponent(<Genres value={["poetry"]} />);
  await expect.element(page.getByRole("toolbar", { name: "Chosen" })).toBeVisible();
  await expect.element(chip("Poetry")).toHaveAccessibleDescription("Press Delete to remove it");
  await field().click();
  await userEvent.keyboard("cri{Enter}");
  await expect.element(page.getByText("Crime added")).toBeInTheDocument();
  await userEvent.keyboard("{Backspace}");
  await expect.element(page.getByText("Crime removed")).toBeInTheDocument();
});

test("typed text is discarded on blur", async () => {
  await renderComponent(<Genres value={["poetry"]} />);
  await field().click();
  await userEvent.keyboard("cri{Tab}");
  await expect.element(field()).toHaveValue("");
  await expect.element(list()).not.toBeInTheDocument();
  expect(changed).not.toHaveBeenCalled();
});

test.each([{ disabled: true }, { readOnly: true }])("with %o, chips have no buttons", async (props) => {
  await renderComponent(<Genres value={["poetry"]} {...props} />);
  await expect.element(page.getByText("Poetry")).toBeVisible();
  expect(page.getByRole("button", { name: "Remove Poetry" }).elements()).toEqual([]);
  await field().click({ force: true });
  await userEvent.keyboard("{Backspace}");
  expect(changed).not.toHaveBeenCalled();
});

test("text that was typed before hydration is searched for", async () => {
  const form = (
    <TestProviders i18n={await loadI18n("en")}>
      <Genres value={["crime"]} />
    </TestProviders>
  );
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(form);
  await field().click();
  await userEvent.keyboard("poe");
  const root = hydrateRoot(container, form);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  await expect.element(page.getByRole("option", { name: "Poetry" })).toBeVisible();
  await userEvent.keyboard("t{Enter}");
  expect(changed.mock.calls).toEqual([[["crime", "poetry"]]]);
});

test("at 320 px, chips wrap, long ones too, and nothing is wider than the screen", async () => {
  await page.viewport(320, 640);
  const long = { id: "long", label: "Thehistoryoftheprintedbookfromthefifteenthcenturytotheday".repeat(2) };
  await renderComponent(<Genres options={[...genres, long]} value={["crime", "poetry", "long"]} />);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await field().click();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test("no text has an element beside it, which a browser's translation would replace", async () => {
  await renderComponent(<Genres value={["crime", "poetry"]} />);
  await field().click();
  await userEvent.keyboard("fic{Enter}");
  await expect.element(page.getByText("Fiction added")).toBeInTheDocument();
  const mixed = [...document.querySelectorAll("form *, [role=listbox] *, [role=status]")].filter(
    ({ childNodes, children }) =>
      children.length > 0 && [...childNodes].some((node) => node instanceof Text && node.data.trim()),
  );
  expect(mixed).toEqual([]);
});
