import { implement } from "@orpc/server";
import { isUuid } from "#lib/uuid.ts";
import type { OperationContext } from "#rpc/context.ts";
import { implementAll } from "#rpc/implement-all.server.ts";
import { recordHandlers } from "#resource/server/record-handlers.ts";
import { viewsApi } from "#resource/server/view/views-api.ts";
import { booksContract } from "./contract.ts";
import { bookList } from "./server/book-list.ts";
import { countBooksByGenre, findBooks, listLatestBooks, listRelatedBooks, suggestNames } from "./store.ts";
import { books as table } from "./table.ts";

const books = implement(booksContract).$context<OperationContext>();

const handlers = recordHandlers({
  table,
  find: findBooks,
  type: "book",
  nameOf: ({ title }) => title,
  activityFields: (book) => ({
    title: book.title,
    author: book.author,
    publisher: book.publisher,
    genre: book.genre.name,
    cover: book.cover?.id ?? null, // optional: images
  }),
  constraintErrors: {
    book_title_author_unique: { code: "DUPLICATE_BOOK", fields: ["title", "author"] },
    book_genre_id_genre_id_fk: { code: "GENRE_NOT_FOUND", fields: ["genreId"] },
    book_cover_id_image_id_fk: { code: "COVER_NOT_FOUND", fields: ["coverId"] }, // optional: images
  },
});

export const booksApi = {
  ...implementAll(books, { ...handlers, list: bookList.list }),

  views: viewsApi(booksContract.views, "books", { book: ["update"] }), // optional: views

  latest: books.latest.handler(async ({ context }) => await listLatestBooks(context.database.sql)),

  byGenre: books.byGenre.handler(async ({ context }) => await countBooksByGenre(context.database.sql)), // optional: dashboard

  // In the order of the ids, without those of books that no longer exist.
  byId: books.byId.handler(async ({ input: { ids }, context }) => {
    const found = new Map((await findBooks(context.database.sql, ids)).map((book) => [book.id, book]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }),

  related: books.related.handler(async ({ input: { id }, context }) =>
    isUuid(id) ? await listRelatedBooks(context.database.sql, id) : { byAuthor: [], inGenre: [] },
  ),

  suggest: books.suggest.handler(
    async ({ input, context }) => await suggestNames(context.database.sql, input.field, input.searchTerm),
  ),
};
