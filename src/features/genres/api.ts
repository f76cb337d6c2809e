import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { recordHandlers } from "#resource/server/record-handlers.ts";
import { violatedConstraint } from "#server/database/postgres-errors.ts";
import { genresContract } from "./contract.ts";
import { genreLimit } from "./schema.ts";
import { countGenres, countUses, findGenres, listGenres } from "./store.ts";
import { genres as table } from "./table.ts";

const genres = implement(genresContract).$context<OperationContext>();

const handlers = recordHandlers({
  table,
  find: findGenres,
  type: "genre",
  nameOf: ({ name }) => name,
  activityFields: ({ name, hue }) => ({ name, hue }),
  constraintErrors: { genre_name_unique: { code: "DUPLICATE_GENRE", fields: ["name"] } },
});

export const genresApi = {
  list: genres.list.handler(async ({ context }) => await listGenres(context.database.sql)),

  create: genres.create.handler(
    async (call) =>
      await handlers.create(call, async (transaction) => {
        if ((await countGenres(transaction)) >= genreLimit) throw call.errors.TOO_MANY_GENRES();
      }),
  ),

  update: genres.update.handler(handlers.update),

  delete: genres.delete.handler(
    async (call) =>
      await handlers.delete(call).catch(async (error: unknown) => {
        // Only a reference to the genre can prevent its deletion.
        if (violatedConstraint(error) === undefined) throw error;
        const uses = await countUses(call.context.database.sql, call.input.id);
        throw call.errors.GENRE_IN_USE({ data: { uses } });
      }),
  ),

  restore: genres.restore.handler(handlers.restore),
};
