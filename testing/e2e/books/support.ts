import type { BrowserContext, Locator, Page } from "playwright-core";
import type { Book } from "#features/books/schema.ts";
import { operationCallOf } from "../../operations.ts";
import { genresOver } from "../genres/support.ts";
import { test as base, userTest as userBase } from "../support/administrators.ts";

type NewBook = { title: string; author?: string; genre?: string; publisher?: string };

/** The fields on a book's page. Former values can be below them. */
export function bookFacts(page: Page): Locator {
  return page.getByRole("main").locator("dl").first();
}

/** Changes books and genres as the user who is signed in to a browser context. */
export function library(context: BrowserContext) {
  const call = operationCallOf(context);
  const genres = genresOver(call);

  async function genreId(name: string): Promise<string> {
    const genre = (await genres.genres()).find((each) => each.name === name);
    if (!genre) throw new Error(`There is no genre "${name}"`);
    return genre.id;
  }

  async function remove(id: string): Promise<void> {
    const { version } = await call<Book>("books/get", { id });
    await call("books/delete", { id, version });
  }

  return {
    ...genres,
    genreId,
    async add({ genre = "Fantasy", author = "Ada Author", ...book }: NewBook): Promise<Book> {
      return await call("books/create", { ...book, author, genreId: await genreId(genre) });
    },
    /** Changes fields of a book in its current version. */
    async change(id: string, change: Partial<Pick<Book, "title" | "author" | "publisher">>): Promise<Book> {
      const { title, author, publisher, genre, version } = await call<Book>("books/get", { id });
      const book = { id, title, author, publisher, genreId: genre.id, version, ...change };
      return await call("books/update", book);
    },
    get: (id: string) => call<Book>("books/get", { id }),
    remove,
    /** Deletes the genres whose name contains a word, and their books. */
    async removeGenres(word: string): Promise<void> {
      for (const { id } of (await genres.genres()).filter(({ name }) => name.includes(word))) {
        const { items } = await call<{ items: Book[] }>("books/list", { genreId: id });
        for (const book of items) await remove(book.id);
      }
      await genres.removeGenres(word);
    },
  };
}

/** Chooses an option by typing. */
export async function choose(page: Page, name: string, typed: string, option = typed): Promise<void> {
  const field = page.getByRole("combobox", { name, exact: true });
  await field.click();
  await field.fill(typed);
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** A test with `others`: changes of books by another administrator. What they add is removed after the test. */
export const test = withOthers(base);
/** The same with a user's page. */
export const userTest = withOthers(userBase);

function withOthers(administrators: typeof base) {
  return administrators.extend("others", async ({ page, uma, word }, { onCleanup }) => {
    const others = library(uma.context());
    onCleanup(async () => {
      // The page of a book that is deleted loads it again.
      await page.context().close();
      await others.removeGenres(word);
    });
    return others;
  });
}
