import { implement, type ORPCErrorConstructorMap } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { isUuid } from "#lib/uuid.ts";
import { type ActivityEntry, recordActivity } from "#server/activity/record-activity.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import { booksContract, type writeErrors } from "./contract.ts";
import type { Book } from "./schema.ts";
import { activityFields, activitySubject } from "./server/activity.ts";
import { bookList } from "./server/book-list.ts";
import {
  createBook,
  deleteBook,
  deleteBooks,
  findBook,
  listLatestBooks,
  lockBook,
  suggestNames,
  updateBook,
} from "./store.ts";

const books = implement(booksContract).$context<OperationContext>();

export const booksApi = {
  list: books.list.handler(async ({ input: { after, ...query }, context }) => {
    const { items, ...page } = await bookList.page(context.database.sql, query, after);
    return { books: items, ...page };
  }),

  latest: books.latest.handler(async ({ context }) => await listLatestBooks(context.database.sql)),

  suggest: books.suggest.handler(
    async ({ input, context }) => await suggestNames(context.database.sql, input.field, input.searchTerm),
  ),

  get: books.get.handler(async ({ input, context, errors }) => {
    const book = isUuid(input.id) ? await findBook(context.database.sql, input.id) : undefined;
    if (!book) throw errors.NOT_FOUND();
    return book;
  }),

  create: books.create.handler(async ({ input, context, errors }) => {
    const created = context.database.sql.transaction(async (transaction) => {
      const book = await createBook(transaction, input);
      await recordActivity(transaction, context, {
        action: "create",
        subject: activitySubject(book),
        after: activityFields(book),
      });
      return book;
    });
    return await created.catch(mapWriteError(errors));
  }),

  update: books.update.handler(async ({ input: { id, version, ...input }, context, errors }) => {
    const { sql } = context.database;
    const updated = sql.transaction(async (transaction) => {
      const before = await lockBook(transaction, id);
      const book = before && (await updateBook(transaction, { id, version }, input));
      if (!book) return undefined;
      await recordActivity(transaction, context, {
        action: "update",
        subject: activitySubject(book),
        before: activityFields(before),
        after: activityFields(book),
      });
      return book;
    });
    const saved = await updated.catch(mapWriteError(errors));
    if (saved) return saved;
    const current = await findBook(sql, id);
    throw current ? errors.VERSION_CONFLICT({ data: { current } }) : errors.NOT_FOUND();
  }),

  delete: books.delete.handler(async ({ input, context, errors }) => {
    const { sql } = context.database;
    const isDeleted = await sql.transaction(async (transaction) => {
      const before = await lockBook(transaction, input.id);
      if (!before || !(await deleteBook(transaction, input))) return false;
      await recordActivity(transaction, context, deletionOf(before));
      return true;
    });
    if (isDeleted) return;
    const current = await findBook(sql, input.id);
    throw current ? errors.VERSION_CONFLICT({ data: { current } }) : errors.NOT_FOUND();
  }),

  deleteMany: books.deleteMany.handler(
    async ({ input, context }) =>
      await context.database.sql.transaction(async (transaction) => {
        const { deleted, failures } = await deleteBooks(transaction, input.books);
        await recordActivity(transaction, context, ...deleted.map(deletionOf));
        return { deleted: deleted.map(({ id }) => id), failures };
      }),
  ),
};

function deletionOf(book: Book): ActivityEntry {
  return { action: "delete", subject: activitySubject(book), before: activityFields(book) };
}

function mapWriteError(errors: ORPCErrorConstructorMap<typeof writeErrors>) {
  return mapConstraint({
    book_title_author_unique: () => errors.DUPLICATE_BOOK({ data: { fields: ["title", "author"] } }),
    book_genre_id_genre_id_fk: () => errors.GENRE_NOT_FOUND({ data: { fields: ["genreId"] } }),
    book_cover_id_image_id_fk: () => errors.COVER_NOT_FOUND({ data: { fields: ["coverId"] } }),
  });
}
