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

test("several are chosen one after the other, and the list stays open for the next", async () => {
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

test("choosing once more takes it away", async () => {
  await show({ value: ["poetry"] });
  await field().click();
  await page.getByRole("option", { name: "Poetry" }).click();
  expect(changed.mock.calls).toEqual([[[]]]);
});

test("a chosen one is removed by its button, before and after the field is in use", async () => {
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
] as const)("in %s the keyboard walks along the chosen ones, and removes them", async (language, back) => {
  await show({ value: ["poetry", "crime", "fiction"] }, language);
  document.getElementById("genres")?.focus();
  await expect.element(page.getByRole("toolbar")).toBeVisible();
  await userEvent.keyboard(`${back}{Delete}`);
  expect(changed.mock.calls).toEqual([[["poetry", "fiction"]]]);
  await userEvent.keyboard("{Escape}x{Backspace}{Backspace}");
  expect(names()).toEqual(["Poetry"]);
});

test("what was typed and not chosen is gone when the field is left", async () => {
  await show({ value: ["poetry"] });
  await field().click();
  await userEvent.keyboard("cri{Tab}");
  await expect.element(field()).toHaveValue("");
  await expect.element(list()).not.toBeInTheDocument();
  expect(changed).not.toHaveBeenCalled();
});

test("a custom value joins the others", async () => {
  await show({ value: ["poetry"], allowCustom: true });
  await field().click();
  await expect.element(list()).toBeVisible();
  await userEvent.keyboard("Cookery{Enter}");
  expect(changed.mock.calls).toEqual([[["poetry", "Cookery"]]]);
  expect(names()).toEqual(["Poetry", "Cookery"]);
});

test("what is read-only or disabled can't be removed", async () => {
  await show({ value: ["poetry"], readOnly: true });
  expect(page.getByRole("button", { name: /Remove/ }).elements()).toEqual([]);
  await field().click();
  await userEvent.keyboard("{Backspace}");
  expect(names()).toEqual(["Poetry"]);
});
