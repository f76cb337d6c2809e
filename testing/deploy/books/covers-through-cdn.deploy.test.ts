import sharp from "sharp";
import { expect, test } from "vitest";
import { openPage, startWithCdn } from "../cdn.ts";
import { requirePackages } from "../debian.ts";

test("covers come from a CDN, and are shown without a connection", async (context) => {
  requirePackages(context, "postgresql", "nginx-light");
  const { url, cdnUrl, client } = await startWithCdn();
  const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background: "#d00" } })
    .jpeg()
    .toBuffer();
  const uploaded = await fetch(`${url}/api/covers`, {
    method: "POST",
    headers: { ...client.headers(), origin: url, "content-type": "image/jpeg" },
    body: new Uint8Array(picture),
  });
  const { id: coverId } = (await uploaded.json()) as { id: string };
  const genre = await client.call<{ id: string }>("genres/create", { name: "Classic", hue: 90 });
  const book = { title: "Middlemarch", author: "George Eliot", genreId: genre.id, coverId };
  const { id } = await client.call<{ id: string }>("books/create", book);

  const { context: browser, page, files, problems } = await openPage(url, client);
  const cover = page.locator("img.cover-picture").first();
  const isShown = () => cover.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
  await page.goto("/app");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`/app/books/${id}`);
  await expect.poll(isShown).toBe(true);
  const covers = files.filter((file) => file.url().includes("/files/"));
  expect(new Set(covers.map((file) => new URL(file.url()).origin))).toEqual(new Set([cdnUrl]));
  expect(problems).toEqual([]);

  await browser.setOffline(true);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Middlemarch" }).waitFor();
  await expect.poll(isShown).toBe(true);
});
