import type { BrowserContext } from "playwright-core";
import { brand } from "#brand/brand.ts";
import { expect, test } from "../support/test.ts";

async function html(context: BrowserContext, path: string): Promise<string> {
  const response = await context.request.get(path, { headers: { accept: "text/html" } });
  return await response.text();
}

test("the server renders the books with their covers", async ({ newPageOf }) => {
  const page = await newPageOf();
  const body = await html(page.context(), "/app/books");
  expect(body).toContain("A Brief History of Time");
  expect(body.match(/class="cover cover-card/g)).toHaveLength(20);
  const href = /href="(\/app\/books\/[\da-f-]{36})"/.exec(body)?.[1] ?? "";
  expect(await html(page.context(), href)).toContain("A Brief History of Time</bdi></h1>");
});

test("more books can be loaded, and a book opens and links back", async ({ newPageOf }) => {
  const page = await newPageOf();
  await page.goto("/app/books");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Books");
  const books = page.getByRole("list", { name: "Books" }).getByRole("listitem");
  expect(await books.count()).toBe(20);
  await page.getByRole("button", { name: "Load more books" }).click();
  await books.nth(39).waitFor();
  const titles = await books.locator("a > span.font-serif").allTextContents();
  const addresses = await books
    .locator("a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(new Set(addresses).size).toBe(40);
  expect(await books.nth(25).innerText()).toMatch(/\nBy .+/);
  expect(await books.locator(".cover").count()).toBe(40);

  await books.nth(25).getByRole("link").click();
  await page.waitForURL("/app/books/*");
  await page.getByRole("heading", { level: 1, name: titles[25], exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe(`${titles[25]} | ${brand.name}`);
  await page.goBack();
  await books.nth(39).waitFor();
});

test.for([
  { path: "/app/books", more: "Load more books", role: "user" },
  { path: "/manager/books?sort=-updatedAt", more: "Load more", role: "admin" },
] as const)(
  "without JavaScript, the link under $path leads to the next page",
  async ({ path, more, role }, { newPageOf }) => {
    const page = await newPageOf({ role }, { javaScript: false });
    const books = page.locator('main :is(li, tr) a[href*="/books/"]');
    const addresses = () =>
      books.evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href")))]);
    await page.goto(path);
    const first = await addresses();
    expect(await page.getByRole("button", { name: more }).count()).toBe(0);
    await page.getByRole("link", { name: more, exact: true }).click();
    await page.waitForURL((url) => url.searchParams.has("after"));
    const second = await addresses();
    expect([first.length, second.length]).toEqual([20, 20]);
    expect(first.filter((address) => second.includes(address))).toEqual([]);
    expect(new URL(page.url()).searchParams.get("sort")).toBe(
      new URL(path, page.url()).searchParams.get("sort"),
    );
  },
);

test("a link is preloaded on intent, so that it opens at once", async ({ newPageOf }) => {
  const page = await newPageOf();
  await page.goto("/app/books");
  const links = page.getByRole("list", { name: "Books" }).getByRole("link");
  const hovered = page.waitForRequest("**/api/rpc/books/get");
  await links.first().hover();
  await hovered;
  const focused = page.waitForRequest("**/api/rpc/books/get");
  await links.nth(10).focus();
  await focused;
});
