import type { Locator, Page } from "playwright-core";
import type { Genre, GenreWithUses } from "#features/genres/schema.ts";
import type { OperationCall } from "../../auth-client.ts";

/** Changes genres. */
export function genresOver(call: OperationCall) {
  const genres = () => call<GenreWithUses[]>("genres/list");
  return {
    genres,
    addGenre: (name: string, hue = 30) => call<Genre>("genres/create", { name, hue }),
    async renameGenre(id: string, name: string): Promise<void> {
      const { version } = (await genres()).find((genre) => genre.id === id) ?? {};
      await call("genres/update", { id, name, version });
    },
    /** Deletes the genres whose name contains a word, which no record has. */
    async removeGenres(word: string): Promise<void> {
      for (const { id, version } of (await genres()).filter(({ name }) => name.includes(word)))
        await call("genres/delete", { id, version });
    },
  };
}

export function row(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ hasText: name });
}

/** A row's button, whose label isolates the genre's name. */
export function buttonOf(page: Page, action: string, genre: string): Locator {
  return page.getByRole("button", { name: `${action} \u2068${genre}\u2069` });
}
