import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Permissions } from "#rpc/permissions.ts";
import { dashboardContract } from "./contract.ts";
import { readBooksByGenre, readDayFigures } from "./store.ts";
import type { Total } from "./schema.ts";

const dashboard = implement(dashboardContract).$context<OperationContext>();

export const dashboardApi = {
  get: dashboard.get.handler(async ({ context }) => {
    const { user } = requireCaller(context);
    const can = (permissions: Permissions) => context.access.canUser(user, permissions);
    const database = context.database.sql;
    const canReadBooks = can({ book: ["read"] });
    const canReadGenres = can({ genre: ["read"] });
    const [before, ...days] = await readDayFigures(database);
    const byGenre = canReadBooks && canReadGenres ? await readBooksByGenre(database) : null;
    const total = (name: "books" | "genres" | "users" | "sessions"): Total => {
      const history = [before, ...days].map((figures) => figures?.[name] ?? 0);
      return { now: history.at(-1) ?? 0, history };
    };
    return {
      days: days.map(({ day }) => day),
      books: canReadBooks ? total("books") : null,
      genres: canReadGenres ? total("genres") : null,
      users: can({ user: ["list"] }) ? total("users") : null,
      sessions: can({ session: ["list"] }) ? total("sessions") : null,
      newBooks: canReadBooks ? days.map(({ newBooks }) => newBooks) : null,
      signIns: can({ activity: ["read"] }) ? days.map(({ signIns }) => signIns) : null,
      booksByGenre: byGenre,
    };
  }),
};
