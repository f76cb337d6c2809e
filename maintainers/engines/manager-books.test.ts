import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, flow, uniqueWord } from "./flow.ts";
import type { Page } from "./page.ts";

const rows = (page: Page) => page.css("tbody tr");

/** The first word of each row's title that is a single letter. */
async function letters(page: Page): Promise<string> {
  return (await rows(page).texts()).map((text) => /\b([A-C])\b/.exec(text)?.[1]).join("");
}

flow(
  "an administrator searches, sorts, opens a row, and asks before deleting a selection",
  async (context) => {
    const { page, signIn, otherAdmin } = context;
    const word = uniqueWord();
    const others = await otherAdmin();
    await others.add({ title: `${word} A`, author: "Cora" });
    await others.add({ title: `${word} B`, author: "Anna" });
    await others.add({ title: `${word} C`, author: "Berta" });
    await signIn({ role: "admin" });
    await page.open("/manager/books");
    await page.role("searchbox").fill(word);
    await page.text(`3 results for "${word}"`).shown();
    await page
      .role("columnheader", /Author/)
      .role("link")
      .click();
    await expect.poll(() => letters(page)).toBe("BCA");

    // A click anywhere in a row opens its book, not another one.
    const row = rows(page).text("Anna");
    await row.click();
    await page.role("heading", `${word} B`).shown();
    await page.window.back();
    await expect.poll(() => letters(page)).toBe("BCA");

    await page.role("checkbox", new RegExp(`${word} A`)).click();
    await page.role("checkbox", new RegExp(`${word} C`)).click();
    await page.text("2 selected").shown();
    await page.role("button", "Delete").click();
    const question = page.role("dialog", "Delete 2 items");
    await question.text("You can undo this for 8 seconds").shown();
    await question.role("button", "Cancel").click();
    await question.gone();
    await page.role("button", "Delete").click();
    await question.role("button", "Delete").click();
    await page.role("region", "Notifications").text("2 items deleted").shown();
    await expect.poll(() => letters(page)).toBe("B");
  },
);

flow(
  "an administrator adds, changes and deletes a book, and is asked before leaving a form",
  async (context) => {
    const { page, signIn } = context;
    const word = uniqueWord();
    await signIn({ role: "admin" });
    await page.open("/manager/books");
    await page.role("link", "New book").click();
    await page.role("textbox", "Title").fill(`${word} Tides`);
    await choose(page, "Author", `${word} Known`, `Create "${word} Known"`);
    await choose(page, "Genre", "sci", "Science");
    await page.role("button", "Create").click();
    await page.role("heading", `${word} Tides`).shown();

    await page.role("link", "Edit").click();
    await page.role("heading", "Update book").shown();
    await page.role("textbox", "Title").fill(`${word} Changed`);
    await page.role("link", "Cancel").click();
    const leave = page.role("dialog", "Are you sure you want to leave?");
    await leave.role("button", "Cancel").click();
    await leave.gone();
    await page.role("button", "Save").click();
    await page.role("heading", `${word} Changed`).shown();

    await page.role("button", "Delete").click();
    await page.role("dialog", `Delete "${word} Changed"`).role("button", "Delete").click();
    await page.role("region", "Notifications").text("Book deleted").shown();
    await page.reached(/^\/manager\/books(\?|$)/);
  },
);

async function choose(page: Page, name: string, typed: string, option: string): Promise<void> {
  await page.role("combobox", name).fill(typed);
  await page.role("option", option).shown();
  await page.css("[popover=manual]").text("Loading").gone();
  await page.role("option", option).click();
}

flow("a cover is chosen, cropped by dragging, saved and shown", async ({ page, signIn, otherAdmin }) => {
  const folder = await mkdtemp(join(tmpdir(), "flyleaf-cover-"));
  const file = join(folder, "cover.jpg");
  const red = { create: { width: 600, height: 600, channels: 3 as const, background: "#d00" } };
  await sharp({ create: { width: 1_200, height: 600, channels: 3, background: "#00d" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .jpeg()
    .toFile(file);
  const { id, title } = await (await otherAdmin()).add({ title: uniqueWord() });
  await signIn({ role: "admin" });
  await page.open(`/manager/books/${id}/update`);
  await page.window.setFile("input[type=file]", file);
  const dialog = page.role("dialog", "Crop the image");
  await dialog.role("button", "Apply").shown();
  const { x, y } = await dialog.css("img, canvas").point();
  await page.window.drag([
    { x, y },
    { x: x + 50, y },
    { x: x + 180, y },
  ]);
  await dialog.role("button", "Apply").click();
  await page.text("Image uploaded").shown();
  await page.role("button", "Save").click();
  await page.role("heading", title).shown();
  await expect.poll(() => page.window.evaluate(centerColor)).toBe("red");
  await rm(folder, { recursive: true });
});

/** The color in the center of the first uploaded cover. */
function centerColor(): string {
  const image = document.querySelector<HTMLImageElement>("main .cover-card img");
  if (!image?.complete || image.naturalWidth === 0) return "none";
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  context?.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
  const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
  return red > blue ? "red" : "blue";
}

flow("a CSV file with an error is reported by row, and imported once it is corrected", async (context) => {
  const { page, signIn } = context;
  const word = uniqueWord();
  const folder = await mkdtemp(join(tmpdir(), "flyleaf-import-"));
  const file = join(folder, "books.csv");
  await signIn({ role: "admin" });
  await page.open("/manager/books/import");
  await writeFile(file, `Title,Author,Genre\n${word} One,Ada,Fantasy\n${word} Two,,Fantasy\n`);
  await page.window.setFile("input[type=file]", file);
  await page.role("button", "Check file").click();
  await page
    .role("row", /Author/)
    .text("Required")
    .shown();

  await writeFile(file, `Title,Author,Genre\n${word} One,Ada,Fantasy\n${word} Two,Ada,Fantasy\n`);
  // A corrected file is checked at once.
  await page.window.setFile("input[type=file]", file);
  await page.role("button", "Import 2 rows").click();
  await page.role("region", "Notifications").text("2 rows imported").shown();
  await page.reached(/^\/manager\/books(\?|$)/);
  await rm(folder, { recursive: true });
});
