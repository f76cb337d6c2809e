import { compressedSize } from "../../tools/bundle-size/pages.ts";
import { expect, test } from "./support/test.ts";

/** The size of all scripts that a page's HTML names, in kB of brotli. */
async function scriptSize(html: string): Promise<number> {
  const files = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path));
  return [...files].reduce((sum, file) => sum + compressedSize("dist", file), 0) / 1_000;
}

test("login loads at most 140 kB of scripts, a list at most 190 kB", async ({ newPageOf, server }) => {
  const login = await scriptSize(await (await fetch(`${server.url}/login`)).text());
  const page = await newPageOf();
  const list = await scriptSize(await (await page.context().request.get("/app/books")).text());
  console.log(`Scripts: login ${login.toFixed(1)} kB, list ${list.toFixed(1)} kB`);
  expect(login).toBeLessThanOrEqual(140);
  expect(list).toBeLessThanOrEqual(190);
});
