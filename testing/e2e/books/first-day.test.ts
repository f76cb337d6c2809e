import { connect } from "#server/database/connect.ts";
import { query } from "../support/people.ts";
import { axeViolations, openHydrated } from "../support/interactions.ts";
import { expect, testWithServer } from "../support/test.ts";

const test = testWithServer();

test("a new product's dashboard says what to do, instead of charts without data, until there is a book", async ({
  server,
  newPageOf,
}) => {
  const page = await newPageOf(
    { role: "admin" },
    { live: true }, // optional: live
  );
  const database = connect(server.connection, { max: 1 });
  await database.pool.query("TRUNCATE book, genre CASCADE");
  await openHydrated(page, "/manager/dashboard");
  const steps = page.getByRole("region", { name: "Your first day" });
  await steps.getByRole("link", { name: "Add genres" }).waitFor();
  expect(await steps.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
    "Genres",
    "Books",
    "UsersDone",
    "Your product",
  ]);
  expect(await page.getByRole("list", { name: "Totals" }).count()).toBe(0);
  expect(await page.getByRole("figure").count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);

  await database.pool.query("INSERT INTO genre (name, hue) VALUES ('Poetry', 345)");
  await page.reload();
  await steps.getByText("GenresDone").waitFor();
  await database.pool.query(`
    INSERT INTO book (title, author, genre_id) SELECT 'Emma', 'Jane Austen', id FROM genre`);
  await database.close();
  // optional: live
  await page.getByRole("list", { name: "Totals" }).getByText("+1 since you began").first().waitFor();
  // end: live
  await page.reload();
  await page.getByRole("list", { name: "Totals" }).getByText("+1 since you began").first().waitFor();
  await page.getByRole("link", { name: "1 since you began" }).first().waitFor();
  expect(await steps.count()).toBe(0);
});

test("lists without books say so", async ({ server, newPageOf }) => {
  await query(server.connection, "TRUNCATE book, genre CASCADE", []);
  const page = await newPageOf({ role: "admin" });
  // optional: app
  await page.goto("/app/books");
  await page.getByText("No books available", { exact: true }).waitFor();
  // end: app
  await page.goto("/manager/books");
  await page.getByText("No data", { exact: true }).waitFor();
});
