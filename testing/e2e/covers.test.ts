import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { createPng } from "#server/files/fixtures/png.ts";
import { library, uniqueWord } from "./support/books.ts";
import { openHydrated } from "./support/interactions.ts";
import { expect, test as base } from "./support/test.ts";

/** Uploading covers. */

const test = base
  .extend("word", () => uniqueWord())
  .extend("page", async ({ newPage, addPerson, signIn }) => {
    const page = await newPage();
    await signIn(page.context(), (await addPerson({ role: "admin" })).email);
    return page;
  })
  .extend("others", ({ page, server }) => library(page.context(), server.url));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const file = (page: Page) => page.getByLabel("Cover (optional)", { exact: true });

/** A rotated photograph: displayed, its left side is red and its right side blue. */
async function photograph(): Promise<Buffer> {
  const red = { create: { width: 800, height: 600, channels: 3 as const, background: "#d00" } };
  return await sharp({ create: { width: 800, height: 1_200, channels: 3, background: "#00d" } })
    .composite([{ input: red, left: 0, top: 600 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Drops a file on the cover. */
async function drop(page: Page, content: Buffer, name: string) {
  const data = await page.evaluateHandle(
    ({ base64, fileName }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName, { type: "image/jpeg" }));
      return transfer;
    },
    { base64: content.toString("base64"), fileName: name },
  );
  await file(page).evaluate((input, transfer) => {
    // What browsers do with a file that is dropped on a file input.
    (input as HTMLInputElement).files = (transfer as DataTransfer).files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, data);
}

/** The color in the center of a picture, once it is loaded. */
async function centerColor(page: Page, picture: string): Promise<string> {
  const image = page.locator(picture).first();
  await expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth > 0))
    .toBe(true);
  return await image.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext("2d");
    const { naturalWidth: width, naturalHeight: height } = element as HTMLImageElement;
    context?.drawImage(element as HTMLImageElement, width / 2, height / 2, 1, 1, 0, 0, 1, 1);
    const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return red > blue ? "red" : "blue";
  });
}

test("a picture is dropped on a book's cover, cropped, saved, shown everywhere, and removed", async ({
  page,
  others,
  word,
}) => {
  const { id } = await others.add({ title: word });
  await openHydrated(page, `/manager/books/${id}/update`);
  await drop(page, await photograph(), "cover.jpg");
  const dialog = page.getByRole("dialog", { name: "Crop the image" });
  await dialog.getByRole("slider", { name: "Horizontal position" }).fill("0");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Image uploaded").waitFor();
  await button(page, "Save").click();
  await page.getByRole("heading", { level: 1, name: word }).waitFor();
  expect(await centerColor(page, "main .cover-card img")).toBe("red");

  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  expect(await centerColor(page, "tbody .cover-thumb img")).toBe("red");
  const thumb = page.locator("tbody .cover-thumb img");
  expect(await thumb.evaluate((image) => (image as HTMLImageElement).currentSrc)).toMatch(
    // A browser may use a larger file that it has cached.
    /\/files\/[\da-f]{40}-\d+\.avif$/,
  );
  await openHydrated(page, `/app/books?searchTerm=${word}`);
  expect(await centerColor(page, "main .cover-card img")).toBe("red");
  await page.getByRole("link", { name: word }).click();
  await page.waitForURL(`/app/books/${id}`);
  expect(await centerColor(page, "main .cover-large img")).toBe("red");

  await openHydrated(page, `/manager/books/${id}/update`);
  await button(page, "Remove image").click();
  await button(page, "Save").click();
  await page.getByRole("heading", { level: 1, name: word }).waitFor();
  await page.locator("main .cover-card .cover-label").waitFor();
  expect(await page.locator("main .cover img").count()).toBe(0);
});

test("an unsupported file is rejected with the reason, and the form's values stay", async ({
  page,
  expectProblem,
}) => {
  expectProblem(/41[35]|422/);
  await openHydrated(page, "/manager/books/new");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Kept");
  const expectRejected = async (name: string, content: Buffer, text: string) => {
    await file(page).setInputFiles({
      name,
      mimeType: mimeTypes[name.split(".").at(-1) ?? ""] ?? "",
      buffer: content,
    });
    await page.getByRole("alert").getByText(text).waitFor();
  };
  const unsupported = "This file type isn’t supported.";
  await expectRejected("vector.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), unsupported);
  await expectRejected("too-large.jpg", Buffer.alloc(11_000_000), "This file is larger than 10 MB.");
  await expectRejected("page.png", Buffer.from("<!doctype html><script>alert(1)</script>"), unsupported);
  await expectRejected("bomb.png", createPng(30_000, 30_000, 0), "This image is too large.");
  await expectRejected(
    "polyglot.png",
    Buffer.concat([pngMark, Buffer.from("<script>alert(1)</script>")]),
    "This image is damaged",
  );
  await expectRejected("../../outside.png", readFileSync("package.json"), unsupported);
  expect(await page.getByRole("textbox", { name: "Title", exact: true }).inputValue()).toBe("Kept");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

const mimeTypes: Record<string, string> = { svg: "image/svg+xml", png: "image/png", jpg: "image/jpeg" };
const pngMark = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
