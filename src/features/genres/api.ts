import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { recordActivity } from "#server/activity/record-activity.ts";
import { mapConstraint, violatedConstraint } from "#server/database/postgres-errors.ts";
import { genresContract } from "./contract.ts";
import type { Genre } from "./schema.ts";
import {
  countBooksInGenre,
  createGenre,
  deleteGenre,
  findGenre,
  listGenres,
  lockGenre,
  updateGenre,
} from "./store.ts";

const genres = implement(genresContract).$context<OperationContext>();

export const genresApi = {
  list: genres.list.handler(async ({ context }) => await listGenres(context.database.sql)),

  create: genres.create.handler(async ({ input, context, errors }) => {
    const created = context.database.sql.transaction(async (transaction) => {
      const genre = await createGenre(transaction, input);
      if (!genre) throw errors.TOO_MANY_GENRES();
      await recordActivity(transaction, context, {
        action: "create",
        subject: activitySubject(genre),
        after: activityFields(genre),
      });
      return genre;
    });
    return await created.catch(mapWriteError(errors));
  }),

  update: genres.update.handler(async ({ input: { id, version, ...change }, context, errors }) => {
    const { sql } = context.database;
    const updated = sql.transaction(async (transaction) => {
      const before = await lockGenre(transaction, id);
      const genre = before && (await updateGenre(transaction, { id, version }, change));
      if (!genre) return undefined;
      await recordActivity(transaction, context, {
        action: "update",
        subject: activitySubject(genre),
        before: activityFields(before),
        after: activityFields(genre),
      });
      return genre;
    });
    const saved = await updated.catch(mapWriteError(errors));
    if (saved) return saved;
    const current = await findGenre(sql, id);
    throw current ? errors.VERSION_CONFLICT({ data: { current } }) : errors.NOT_FOUND();
  }),

  delete: genres.delete.handler(async ({ input: { id }, context, errors }) => {
    const { sql } = context.database;
    const deletion = sql.transaction(async (transaction) => {
      const genre = await deleteGenre(transaction, id);
      if (!genre) throw errors.NOT_FOUND();
      await recordActivity(transaction, context, {
        action: "delete",
        subject: activitySubject(genre),
        before: activityFields(genre),
      });
    });
    await deletion.catch(async (error: unknown) => {
      // Only a reference to the genre can prevent its deletion.
      if (violatedConstraint(error) === undefined) throw error;
      // The last book may have moved to another genre since the deletion failed.
      throw errors.GENRE_IN_USE({ data: { books: Math.max(1, await countBooksInGenre(sql, id)) } });
    });
  }),
};

function activitySubject({ id, name }: Genre) {
  return { type: "genre", id, name };
}

function activityFields({ name, hue }: Genre) {
  return { name, hue };
}

type WriteErrors = { DUPLICATE_GENRE: (options: { data: { fields: "name"[] } }) => Error };

function mapWriteError(errors: WriteErrors) {
  return mapConstraint({
    genre_name_unique: () => errors.DUPLICATE_GENRE({ data: { fields: ["name"] } }),
  });
}
