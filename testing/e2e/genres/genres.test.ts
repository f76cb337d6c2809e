import { operationCallOf } from "../../operations.ts";
import { buttonOf, genresOver, row } from "./support.ts";
import { button, field, openHydrated } from "../support/interactions.ts";
import { test as base } from "../support/administrators.ts";
import { expect } from "../support/test.ts";

/** Manager's genres. */

/** With changes by another administrator. Added genres are removed after the test. */
const test = base.extend("others", async ({ uma, word }, { onCleanup }) => {
  const others = genresOver(operationCallOf(uma.context()));
  onCleanup(() => others.removeGenres(word));
  return others;
});

test("a missing name and a duplicate are reported on the field", async ({
  page,
  others,
  word,
  expectProblem,
}) => {
  expectProblem(/409/);
  await others.addGenre(`${word} Élan`);
  await openHydrated(page, "/manager/genres");
  await button(page, "New genre").click();
  await button(page, "Create").click();
  await page.getByRole("dialog").getByText("Required").waitFor();
  await expect
    .poll(() => field(page, "Name").evaluate((field) => field === document.activeElement))
    .toBe(true);

  await field(page, "Name").fill(`${word} ÉLAN`);
  await button(page, "Create").click();
  await page.getByRole("dialog").getByText("Genre already exists").waitFor();
  expect(await field(page, "Name").inputValue()).toBe(`${word} ÉLAN`);
  expect(await field(page, "Name").getAttribute("aria-invalid")).toBe("true");
  await button(page, "Cancel").click();
  await page.getByRole("dialog", { name: "Are you sure you want to leave?" }).waitFor();
  await button(page, "Leave").click();
  await page.getByRole("dialog", { name: "New genre" }).waitFor({ state: "hidden" });
  await button(page, "New genre").click();
  expect(await field(page, "Name").inputValue()).toBe("");
});

test("a genre without uses is deleted after a confirmation", async ({ page, others, word }) => {
  await others.addGenre(word);
  await openHydrated(page, "/manager/genres");
  await buttonOf(page, "Delete", word).click();
  const question = page.getByRole("dialog", { name: `Delete "${word}"` });
  await question
    .getByText("You are about to permanently delete this genre. This action cannot be undone.")
    .waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Genre deleted").waitFor();
  await row(page, word).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("New genre");
});

test("a genre is added by keyboard, with a hue chosen by arrow keys", async ({ page, others, word }) => {
  await others.genres();
  await openHydrated(page, "/manager/genres");
  await button(page, "New genre").focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => field(page, "Name").evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.type(word);
  await page.keyboard.press("Tab");
  const chosen = page.getByRole("radio", { checked: true });
  const before = Number(await chosen.inputValue());
  await page.keyboard.press("ArrowRight");
  expect(Number(await chosen.inputValue())).toBe((before + 15) % 360);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await row(page, word).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("New genre");
});

// optional: ar
test("in Arabic, on a phone, a genre's color is changed", async ({ newPageOf, others, word }) => {
  const { id } = await others.addGenre(word, 30);
  const page = await newPageOf({ role: "admin" }, { language: "ar", theme: "light", width: 390 });
  await openHydrated(page, "/manager/genres");
  await buttonOf(page, "تعديل", word).click();
  await page.getByRole("radio", { name: /^أزرق، 270/ }).check();
  await button(page, "حفظ").click();
  await page.getByText("تم الحفظ").waitFor();
  expect((await others.genres()).find((genre) => genre.id === id)?.hue).toBe(270);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
// end: ar
