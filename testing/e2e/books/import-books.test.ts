import { request } from "node:http";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { connect } from "#server/database/connect.ts";
import { decodeSingleBytes } from "#resource/csv/encodings.ts";
import { choose, library } from "./support.ts";
import { openHydrated } from "../support/interactions.ts";
import { query } from "../support/people.ts";
import { expect, test, uniqueWord } from "../support/test.ts";

const dropIn = (page: Page, content: string | Buffer) =>
  page
    .getByLabel("CSV file")
    .setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: Buffer.from(content) });

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

function encodeArabic(text: string): Buffer {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const characters = decodeSingleBytes(bytes, "windows-1256");
  return Buffer.from([...text].map((character) => characters.indexOf(character)));
}

test("books are imported as the preview shows them, with the separator, encoding and header of the file or the user", async ({
  newPageOf,
}) => {
  const word = uniqueWord();
  const page = await newPageOf({ role: "admin" });
  await openHydrated(page, "/manager/books/import");
  const field = (name: string) => page.getByRole("combobox", { name, exact: true });

  // A damaged byte after what the preview reads.
  const rows = Array.from({ length: 2_000 }, (_, index) => `Été ${word} ${index},Zoë,Fantasy,Œuvre du Lac\n`);
  const damaged = Buffer.from("Caf\xe9,A,Fantasy,\n", "latin1");
  await dropIn(page, Buffer.concat([Buffer.from(`Title,Author,Genre,Publisher\n${rows.join("")}`), damaged]));
  await page.getByRole("button", { name: "Check file" }).click();
  await page
    .getByRole("row", { name: /^2002 Title Caf/ })
    .getByText("A character can’t be read")
    .waitFor();
  expect(await field("Encoding").inputValue()).toBe("UTF-8");

  const title = `${word} الخبز الحافي`;
  await dropIn(
    page,
    encodeArabic(`sep=|\r\nتقرير, 2026\r\n\r\nTitle|Author|Genre\r\n${title}|محمد شكري|Fantasy\r\n`),
  );
  await page.getByText("The encoding of this file isn’t certain").waitFor();
  await page.getByRole("rowheader", { name: title }).waitFor();
  expect(await field("Encoding").inputValue()).toBe("Windows-1256 (Arabic)");
  expect(await field("Separator").inputValue()).toBe("Vertical bar");
  expect(await field("The header is in row").inputValue()).toBe("3: Title, Author, Genre");
  await choose(page, "Encoding", "Windows-1252 (Western European)");
  await page.getByRole("rowheader", { name: `${word} ÇáÎÈÒ` }).waitFor();
  await choose(page, "Encoding", "Windows-1256 (Arabic)");
  await page.getByRole("rowheader", { name: title }).waitFor();
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await page.getByRole("link", { name: title }).waitFor();
});

const endSessions = `DELETE FROM session USING "user" WHERE "user".id = user_id AND email = $1`;

test("an import whose session ends asks to log in again, and has written nothing", async ({
  signedIn,
  server,
  newPageOf,
}) => {
  const word = uniqueWord();
  const { page, email } = await signedIn({ role: "admin" });
  await openHydrated(page, "/manager/books/import");
  await dropIn(page, `Title,Author,Genre\n${word},A,Fantasy\n`);
  await page.getByRole("button", { name: "Check file" }).click();
  // Another import holds the lock of writes.
  const database = connect(server.connection, { max: 1 });
  await database.sql.transaction(async (other) => {
    await other.execute("SELECT pg_advisory_xact_lock(40618)");
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await page.getByRole("status").filter({ hasText: "Comparing with existing data" }).waitFor();
    await query(server.connection, endSessions, [email]);
  });
  await database.close();
  await page.getByRole("dialog", { name: "Log in again" }).waitFor();
  const { request: http } = (await newPageOf({ role: "admin" })).context();
  expect(await (await http.get(`/api/books.csv?searchTerm=${word}`)).text()).not.toContain(word);
});

test("an upload ends soon after its session, whatever is still to come", async ({ signedIn, server }) => {
  const { page, email } = await signedIn({ role: "admin" });
  const cookies = await page.context().cookies();
  const path =
    "/api/books/imports?mode=check&columns=title:0,author:1,genre:2&delimiter=comma&hasHeader=true&adds=false";
  const upload = request(server.url + path, {
    method: "POST",
    headers: {
      origin: server.url,
      "content-type": "text/csv",
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    },
  });
  let status: number | undefined;
  upload.on("response", ({ statusCode }) => (status = statusCode));
  upload.on("error", () => undefined);
  upload.write("Title,Author,Genre\n");
  await query(server.connection, endSessions, [email]);
  const sendMore = () => {
    upload.write("A,B,Fantasy\n".repeat(200));
    return status;
  };
  await expect.poll(sendMore, { timeout: 20_000 }).toBe(401);
  upload.destroy();
});
