import type { BrowserContext } from "playwright-core";
import { openHydrated } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";

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

  await books.nth(25).getByRole("link").click();
  await page.waitForURL("/app/books/*");
  await page.getByRole("heading", { level: 1, name: titles[25], exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe(`${titles[25]} | Flyleaf`);
  await page.goBack();
  await books.nth(39).waitFor();
});

test("an empty list says so", async ({ newPageOf }) => {
  const page = await newPageOf();
  await openHydrated(page, "/app");
  await page.route("**/api/rpc/books/list", (route) =>
    route.fulfill({
      json: { json: { items: [], next: null, total: { count: 0, isExact: true } } },
    }),
  );
  await page.getByRole("link", { name: "Books" }).first().click();
  await page.getByText("No books available").waitFor();
});

test("Manager lists the same books, and the dashboard the latest", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager");
  await page.waitForURL("/manager/dashboard");
  expect(await page.getByRole("region", { name: "Latest books" }).getByRole("listitem").count()).toBe(5);
  await page.getByRole("link", { name: "Books" }).first().click();
  await page.waitForURL("/manager/books");
  await page.getByRole("rowheader", { name: "A Brief History of Time" }).waitFor();
  await page.getByRole("button", { name: "Load more" }).click();
  await page.locator("tbody tr").nth(39).waitFor();
});

test("a link is preloaded on intent, so that it opens at once", async ({ newPageOf }) => {
  const page = await newPageOf();
  await page.goto("/app/books");
  const asked = page.waitForRequest("**/api/rpc/books/get");
  await page.getByRole("list", { name: "Books" }).getByRole("link").first().hover();
  await asked;
});

test("the REST interface responds and is described", async ({ newPageOf, server }) => {
  const page = await newPageOf();
  const answer = await page.context().request.get("/api/rest/books");
  const { items, next } = (await answer.json()) as { items: { id: string; title: string }[]; next: string };
  expect(items).toHaveLength(20);
  const second = await page.context().request.get(`/api/rest/books?${new URLSearchParams({ after: next })}`);
  expect(((await second.json()) as { items: unknown[] }).items).toHaveLength(20);
  const one = await page.context().request.get(`/api/rest/books/${items[0]?.id}`);
  expect(await one.json()).toMatchObject({ title: items[0]?.title });

  expect((await fetch(`${server.url}/api/rest/books`)).status).toBe(401);
  const described = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(described.paths)).toEqual(expect.arrayContaining(["/books", "/books/{id}"]));
});
