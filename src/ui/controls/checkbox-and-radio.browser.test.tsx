import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { CheckboxGroup } from "./checkbox-group.tsx";
import { Checkbox } from "./checkbox.tsx";
import { RadioGroup } from "./radio-group.tsx";

const options = [
  { label: "Hardcover", value: "hardcover" },
  { label: "Paperback", value: "paperback" },
  { label: "E-book", value: "e-book" },
];

function Radios() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <RadioGroup aria-label="Format" name="format" options={options} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

function Checkboxes() {
  const [value, setValue] = useState<string[]>([]);
  return (
    <>
      <CheckboxGroup aria-label="Formats" options={options} value={value} onChange={setValue} />
      <output>{value.join(", ")}</output>
    </>
  );
}

const output = () => page.getByRole("status").element().textContent;

test("Tab focuses a group of radio buttons, and the arrow keys select in it", async () => {
  await renderComponent(<Radios />);
  await userEvent.keyboard("{Tab}{ArrowDown}");
  expect(output()).toBe("paperback");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(output()).toBe("hardcover");
  await expect.element(page.getByRole("radiogroup", { name: "Format" })).toBeVisible();
});

test("a group of checkboxes gives the checked values in the order of its options", async () => {
  await renderComponent(<Checkboxes />);
  await page.getByLabelText("E-book").click();
  await page.getByLabelText("Hardcover").click();
  expect(output()).toBe("hardcover, e-book");
  await page.getByLabelText("E-book").click();
  expect(output()).toBe("hardcover");
});

test("all of a row can be hit, 44 px high on a phone", async () => {
  await page.viewport(390, 800);
  await renderComponent(<Checkbox label="Show it" />);
  const checkbox = page.getByLabelText("Show it");
  const row = checkbox.element().closest("label");
  expect(row?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await page.getByText("Show it").click();
  await expect.element(checkbox).toBeChecked();
});
