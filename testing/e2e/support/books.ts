import { randomUUID } from "node:crypto";
import type { BrowserContext, Locator, Page } from "playwright-core";
import type { RestCall } from "../../auth-client.ts";
import type { Book } from "#features/books/schema.ts";
import type { GenreWithCount, Genre } from "#features/genres/schema.ts";

type NewBook = { title: string; author?: string; genre?: string; publisher?: string };

/** A unique word. Titles that begin with it are last in every list. */
export function uniqueWord(): string {
  return `zz${randomUUID().replaceAll("-", "").slice(0, 10)}`;
}

/** The fields on a book's page. The page also shows former values, in its activity. */
export function bookFacts(page: Page): Locator {
  return page.getByRole("main").locator("dl").first();
}

/** Changes books and genres over REST as the user who is signed in to a browser context. */
export function library(context: BrowserContext, origin: string) {
  async function call<Result>(method: string, path: string, data?: object): Promise<Result> {
    const response = await context.request.fetch(`/api/rest${path}`, { method, headers: { origin }, data });
    const text = await response.text();
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
    return (text ? JSON.parse(text) : undefined) as Result;
  }

  return libraryOver(call);
}

/** Changes books and genres over REST. */
export function libraryOver(call: RestCall) {
  const genres = () => call<GenreWithCount[]>("GET", "/genres");

  async function genreId(name: string): Promise<string> {
    const genre = (await genres()).find((each) => each.name === name);
    if (!genre) throw new Error(`There is no genre "${name}"`);
    return genre.id;
  }

  async function remove(id: string): Promise<void> {
    const { version } = await call<Book>("GET", `/books/${id}`);
    await call("DELETE", `/books/${id}`, { version });
  }

  return {
    genres,
    genreId,
    addGenre: (name: string, hue = 30) => call<Genre>("POST", "/genres", { name, hue }),
    async renameGenre(id: string, name: string): Promise<void> {
      const { version } = (await genres()).find((genre) => genre.id === id) ?? {};
      await call("PATCH", `/genres/${id}`, { name, version });
    },
    async add({ genre = "Fantasy", author = "Ada Author", ...book }: NewBook): Promise<Book> {
      return await call("POST", "/books", { ...book, author, genreId: await genreId(genre) });
    },
    /** Changes fields of a book in its current version. */
    async change(id: string, change: Partial<Pick<Book, "title" | "author" | "publisher">>): Promise<Book> {
      const { title, author, publisher, genre, version } = await call<Book>("GET", `/books/${id}`);
      const book = { title, author, publisher, genreId: genre.id, version, ...change };
      return await call("PUT", `/books/${id}`, book);
    },
    get: (id: string) => call<Book>("GET", `/books/${id}`),
    remove,
    /** Deletes the genres whose name contains a word, and their books. */
    async removeGenres(word: string): Promise<void> {
      for (const { id, version } of (await genres()).filter(({ name }) => name.includes(word))) {
        const { items } = await call<{ items: Book[] }>("GET", `/books?genreId=${id}`);
        for (const book of items) await remove(book.id);
        await call("DELETE", `/genres/${id}`, { version });
      }
    },
  };
}
