import { z } from "zod";
import { genres } from "#features/genres/table.ts";
import { moveToCreation } from "#features/dashboard/shared/move-to-creation.server.ts";
import { seedTimes } from "#resource/server/seed-times.ts";
import type { Sql } from "#server/database/connect.ts";
import { bookLimits } from "./schema.ts";
import { books } from "./table.ts";

const seedSchema = z.array(
  z.object({
    title: z.string().max(bookLimits.title),
    author: z.string().max(bookLimits.author),
    genre: z.string(),
    publisher: z.string().max(bookLimits.publisher).optional(),
  }),
);

/** Adds the seed's books that are missing, if their genre exists: in the last four months. @returns how many were added */
export async function seedBooks(transaction: Sql): Promise<number> {
  const { default: content } = await import("./seed.json", { with: { type: "json" } });
  const genreRows = await transaction.select({ id: genres.id, name: genres.name }).from(genres);
  const genreIds = new Map(genreRows.map(({ id, name }) => [name, id]));
  const seed = seedSchema.parse(content);
  const times = seedTimes(seed.length, { from: 120, to: 0 });
  const rows = seed.flatMap(({ genre, ...book }, index) => {
    const genreId = genreIds.get(genre);
    return genreId ? [{ ...book, ...times[index], genreId }] : [];
  });
  const added = await transaction
    .insert(books)
    .values(rows)
    .onConflictDoNothing()
    .returning({ createdAt: books.createdAt });
  await moveToCreation(transaction, "book_change", added); // optional: dashboard
  return added.length;
}
