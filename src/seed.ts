import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { bookLimits } from "#features/books/schema.ts";
import { books } from "#features/books/table.ts";
import { genreSchema } from "#features/genres/schema.ts";
import { genres } from "#features/genres/table.ts";
import { user } from "#features/users/table.ts";
import type { Database } from "#server/database/connect.ts";

const seedSchema = z.object({
  genres: z.array(genreSchema.omit({ id: true })),
  books: z.array(
    z.object({
      title: z.string().max(bookLimits.title),
      author: z.string().max(bookLimits.author),
      genre: z.string(),
      publisher: z.string().max(bookLimits.publisher).optional(),
    }),
  ),
  people: z.array(z.object({ name: z.string(), email: z.email() })),
});

/** The accounts that everyone who tries the product signs in with. */
export const seededAccounts = [
  { name: "Ada Admin", email: "admin@example.com", role: "admin" },
  { name: "Uma User", email: "user@example.com", role: "user" },
];

/** Where the seed's books, genres and people are written down. */
const seedFile = new URL("../data/books.json", import.meta.url);

/**
 * Fills a database with the seed, in one transaction. What is there already stays as it is, so it may run again.
 * @returns how many books and people were added.
 */
export async function seed({ sql: database }: Database): Promise<{ books: number; people: number }> {
  const content = seedSchema.parse(JSON.parse(await readFile(seedFile, "utf8")));
  return await database.transaction(async (transaction) => {
    await transaction.insert(genres).values(content.genres).onConflictDoNothing();
    const known = await transaction.select({ id: genres.id, name: genres.name }).from(genres);
    const genreIds = new Map(known.map(({ id, name }) => [name, id]));

    const addedBooks = await transaction
      .insert(books)
      .values(
        content.books.flatMap(({ genre, ...book }) => {
          const genreId = genreIds.get(genre);
          return genreId ? [{ ...book, genreId }] : [];
        }),
      )
      .onConflictDoNothing()
      .returning({ id: books.id });

    const people = content.people.map((person) => ({ ...person, role: "user" }));
    const addedPeople = await transaction
      .insert(user)
      .values(
        [...seededAccounts, ...people].map((person) => ({
          ...person,
          emailVerified: true,
          onboardedAt: sql`now()`,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: user.id });
    return { books: addedBooks.length, people: addedPeople.length };
  });
}

/** Whether nobody has an account yet: such a database is filled once in its life. */
export async function isUnused(database: Database): Promise<boolean> {
  const someone = await database.sql.select({ id: user.id }).from(user).limit(1);
  return someone.length === 0;
}
