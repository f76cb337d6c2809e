import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { booksContract } from "./contract.ts";
import { findBook, isUuid, listBooks, listLatestBooks, readCursor } from "./store.ts";

const books = implement(booksContract).$context<OperationContext>();

export const booksApi = {
  list: books.list.handler(async ({ input, context, errors }) => {
    const after = input.after === undefined ? undefined : readCursor(input.after);
    if (input.after !== undefined && !after) throw errors.BAD_CURSOR();
    return await listBooks(context.database.sql, after);
  }),

  latest: books.latest.handler(async ({ context }) => await listLatestBooks(context.database.sql)),

  get: books.get.handler(async ({ input, context, errors }) => {
    const book = isUuid(input.id) ? await findBook(context.database.sql, input.id) : undefined;
    if (!book) throw errors.NOT_FOUND();
    return book;
  }),
};
