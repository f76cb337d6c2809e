import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { mapConstraint, violatedConstraint } from "#server/database/postgres-errors.ts";
import { genresContract } from "./contract.ts";
import { countBooksInGenre, createGenre, deleteGenre, findGenre, listGenres, updateGenre } from "./store.ts";

const genres = implement(genresContract).$context<OperationContext>();

export const genresApi = {
  list: genres.list.handler(async ({ context }) => await listGenres(context.database.sql)),

  create: genres.create.handler(async ({ input, context, errors }) => {
    const genre = await createGenre(context.database.sql, input).catch(mapWriteError(errors));
    if (!genre) throw errors.TOO_MANY_GENRES();
    return genre;
  }),

  update: genres.update.handler(async ({ input: { id, version, ...change }, context, errors }) => {
    const { sql } = context.database;
    const saved = await updateGenre(sql, { id, version }, change).catch(mapWriteError(errors));
    if (saved) return saved;
    const current = await findGenre(sql, id);
    throw current ? errors.VERSION_CONFLICT({ data: { current } }) : errors.NOT_FOUND();
  }),

  delete: genres.delete.handler(async ({ input: { id }, context, errors }) => {
    const { sql } = context.database;
    const isDeleted = await deleteGenre(sql, id).catch(async (error: unknown) => {
      // Only a reference to the genre can prevent its deletion.
      if (violatedConstraint(error) === undefined) throw error;
      // The last book may have moved to another genre since the deletion failed.
      throw errors.GENRE_IN_USE({ data: { books: Math.max(1, await countBooksInGenre(sql, id)) } });
    });
    if (!isDeleted) throw errors.NOT_FOUND();
  }),
};

type WriteErrors = { DUPLICATE_GENRE: (options: { data: { fields: "name"[] } }) => Error };

function mapWriteError(errors: WriteErrors) {
  return mapConstraint({
    genre_name_unique: () => errors.DUPLICATE_GENRE({ data: { fields: ["name"] } }),
  });
}
