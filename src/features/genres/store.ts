import { asc, eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "#server/database/connect.ts";
import { preparedStatement, selectById } from "#server/database/prepared.ts";
import { type GenreWithUses, genreLimit } from "./schema.ts";
import { genres } from "./table.ts";

const columns = {
  id: genres.id,
  name: genres.name,
  hue: genres.hue,
  updatedAt: genres.updatedAt,
  version: genres.version,
};

/** Tables of counts by genre (`countTable`), by the feature whose records they count. */
type Uses = Record<string, { genreId: PgColumn; count: PgColumn } & PgTable>;

const parts = import.meta.glob<Uses>("../*/parts/genres.server.ts", { eager: true, import: "uses" });
const uses: Uses = Object.assign({}, ...Object.values(parts));

/** How many records of each feature have a genre. */
const usesOfGenre = sql<GenreWithUses["uses"]>`jsonb_build_object(${sql.join(
  Object.entries(uses).map(
    ([
      feature,
      counts,
    ]) => sql`${sql.raw(`'${feature}'`)}, (select coalesce(sum(${counts.count}), 0) from ${counts}
      where ${counts.genreId} = ${genres.id})`,
  ),
  sql`, `,
)})`;

const selectGenres = preparedStatement("list genres", (database) =>
  database
    .select({ ...columns, uses: usesOfGenre })
    .from(genres)
    .orderBy(asc(genres.name), asc(genres.id))
    .limit(genreLimit),
);

/** All genres by name, each with the numbers of records that have it. */
export async function listGenres(database: Sql): Promise<GenreWithUses[]> {
  return await selectGenres(database, {});
}

/** Those of the genres that exist. */
export const findGenres = selectById("find genre", genres.id, (database, isWanted) =>
  database.select(columns).from(genres).where(isWanted),
);

/** The number of genres. */
export async function countGenres(database: Sql): Promise<number> {
  return await database.$count(genres);
}

/** How many records of each feature have a genre. */
export async function countUses(database: Sql, id: string): Promise<GenreWithUses["uses"]> {
  const [row] = await database.select({ uses: usesOfGenre }).from(genres).where(eq(genres.id, id));
  return row?.uses ?? {};
}
