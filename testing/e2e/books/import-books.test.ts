import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { library } from "./support.ts";
import { openHydrated } from "../support/interactions.ts";
import { expect, test, uniqueWord } from "../support/test.ts";

const dropIn = (page: Page, text: string) =>
  page
    .getByLabel("CSV file")
    .setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

test("books are exported, changed in a spreadsheet, corrected, and imported again", async ({ newPageOf }) => {
  const word = uniqueWord();
  const page = await newPageOf({ role: "admin" });
  const others = library(page.context());
  await others.add({ title: `${word} One`, author: "=1+1", publisher: "Press, the" });
  await others.add({ title: `${word} Two` });

  await openHydrated(page, `/manager/books?searchTerm=${word}&sort=-title`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  const [header, ...rows] = file.trimEnd().split("\r\n");
  expect(header).toBe("\ufeffTitle,Author,Genre,Publisher,Added,Updated");
  expect(rows.map((row) => row.split(",").slice(0, 2))).toEqual([
    [`${word} Two`, "Ada Author"],
    [`${word} One`, "'=1+1"],
  ]);

  await page.getByRole("link", { name: "Import" }).click();
  await page.getByRole("heading", { level: 1, name: "Import books" }).waitFor();
  const changed = file.replaceAll(word, `${word} New`);
  await dropIn(page, `${changed}${word} One,'=1+1,Fantasy,,,\r\n${word} Noir,,Noir ${word},,,\r\n`);
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByText("3 problems").first().waitFor();
  // The pressed button has disappeared, and the keyboard continues at its position.
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toContain("3 problems");
  await page.getByRole("row", { name: "4 Title", exact: false }).getByText("Title already used").waitFor();
  await page.getByRole("row", { name: "5 Author", exact: false }).getByText("Required").waitFor();
  await page.getByText(`Noir ${word}: 1 row`).waitFor();

  await dropIn(page, `${changed}${word} Noir,'=1+1,Noir ${word},,,\r\n`);
  // The corrected file is checked at once.
  await page.getByRole("checkbox", { name: "Also add the missing value" }).click();
  await page.getByText("3 rows will be added").waitFor();
  await page.getByRole("button", { name: "Import 3 rows" }).click();
  await page.getByText("3 rows imported").waitFor();
  await page.waitForURL("**/manager/books?sort=-updatedAt");
  await page.getByRole("link", { name: `${word} New One` }).waitFor();
  await others.removeGenres(word);
});
