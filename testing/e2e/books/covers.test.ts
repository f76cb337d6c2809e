import type { Page } from "playwright-core";
import sharp from "sharp";
import { test } from "./support.ts";
import { button, openHydrated } from "../support/interactions.ts";
import { expect } from "../support/test.ts";

/** Uploading covers. */

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
  // optional: app
  await openHydrated(page, `/app/books?searchTerm=${word}`);
  expect(await centerColor(page, "main .cover-card img")).toBe("red");
  await page.getByRole("link", { name: word }).click();
  await page.waitForURL(`/app/books/${id}`);
  expect(await centerColor(page, "main .cover-large img")).toBe("red");
  // end: app

  await openHydrated(page, `/manager/books/${id}/update`);
  await button(page, "Remove image").click();
  await button(page, "Save").click();
  await page.getByRole("heading", { level: 1, name: word }).waitFor();
  await page.locator("main .cover-card .cover-label").waitFor();
  expect(await page.locator("main .cover img").count()).toBe(0);
});
