import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../../testing/render.tsx";
import "../../styles/app.css";
import { MultiSelect } from "./multi-select.tsx";
import type { MultiSelectProps } from "./props.ts";

const genres = ["Crime", "Fiction", "Poetry"].map((label) => ({ id: label.toLowerCase(), label }));
const changed = vi.fn<(ids: string[]) => void>();
const field = () => page.getByRole("combobox", { name: "Genres" });
const list = () => page.getByRole("listbox");
const names = () =>
  [...document.querySelectorAll(".select-chip bdi, .select-chip > :first-child")]
    .map(({ textContent }) => textContent)
    .filter((name, index, all) => all.indexOf(name) === index);

function Genres(props: Partial<MultiSelectProps>) {
  const [value, setValue] = useState(props.value ?? []);
  return (
    <form style={{ maxWidth: 360 }}>
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
      <button type="button">Next</button>
    </form>
  );
}

const show = (props: Partial<MultiSelectProps> = {}, language: "en" | "ar" = "en") =>
  renderComponent(<Genres {...props} />, language);

beforeEach(() => page.viewport(1280, 800));
afterEach(() => changed.mockReset());

test("several options are chosen one after the other while the list stays open", async () => {
  await show();
  await field().click();
  await page.getByRole("option", { name: "Poetry" }).click();
  await userEvent.keyboard("cri{Enter}");
  await expect.element(field()).toHaveValue("");
  expect(changed.mock.calls).toEqual([[["poetry"]], [["poetry", "crime"]]]);
  expect(names()).toEqual(["Poetry", "Crime"]);
  await expect.element(page.getByRole("option", { name: "Poetry", selected: true })).toBeVisible();
  expect(new FormData(document.querySelector("form") ?? undefined).getAll("genres")).toEqual([
    "poetry",
    "crime",
  ]);
});

test("choosing an option again removes it", async () => {
  await show({ value: ["poetry"] });
  await field().click();
  await page.getByRole("option", { name: "Poetry" }).click();
  expect(changed.mock.calls).toEqual([[[]]]);
});

test("a chip is removed by its button, with the list closed and open", async () => {
  await show({ value: ["poetry", "crime", "fiction"] });
  await page.getByRole("button", { name: /Remove .?Crime/ }).click();
  await field().click();
  await expect.element(list()).toBeVisible();
  await page.getByRole("button", { name: /Remove .?Poetry/ }).click();
  expect(changed.mock.calls).toEqual([[["poetry", "fiction"]], [["fiction"]]]);
  expect(names()).toEqual(["Fiction"]);
});

test.each([
  ["en", "{ArrowLeft}{ArrowLeft}"],
  ["ar", "{ArrowRight}{ArrowRight}"],
] as const)(
  "the arrow keys move between the chips, and Delete and Backspace remove them (%s)",
  async (language, back) => {
    await show({ value: ["poetry", "crime", "fiction"] }, language);
    document.getElementById("genres")?.focus();
    await expect.element(page.getByRole("toolbar")).toBeVisible();
    await userEvent.keyboard(`${back}{Delete}`);
    expect(changed.mock.calls).toEqual([[["poetry", "fiction"]]]);
    await userEvent.keyboard("{Escape}x{Backspace}{Backspace}");
    expect(names()).toEqual(["Poetry"]);
  },
);

test("typed text that isn't chosen is discarded on blur", async () => {
  await show({ value: ["poetry"] });
  await field().click();
  await userEvent.keyboard("cri{Tab}");
  await expect.element(field()).toHaveValue("");
  await expect.element(list()).not.toBeInTheDocument();
  expect(changed).not.toHaveBeenCalled();
});

test("a custom value is added", async () => {
  await show({ value: ["poetry"], allowCustom: true });
  await field().click();
  await expect.element(list()).toBeVisible();
  await userEvent.keyboard("Cookery{Enter}");
  expect(changed.mock.calls).toEqual([[["poetry", "Cookery"]]]);
  expect(names()).toEqual(["Poetry", "Cookery"]);
});

test("a read-only field has no buttons that remove chips", async () => {
  await show({ value: ["poetry"], readOnly: true });
  expect(page.getByRole("button", { name: /Remove/ }).elements()).toEqual([]);
  await field().click();
  await userEvent.keyboard("{Backspace}");
  expect(names()).toEqual(["Poetry"]);
});
