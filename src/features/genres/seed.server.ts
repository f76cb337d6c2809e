import { z } from "zod";
import type { Sql } from "#server/database/connect.ts";
import { genreSchema } from "./schema.ts";
import { genres } from "./table.ts";

/** Adds the seed's genres that are missing. @returns how many were added */
export async function seedGenres(transaction: Sql): Promise<number> {
  const { default: content } = await import("./seed.json", { with: { type: "json" } });
  const rows = z.array(genreSchema.omit({ id: true })).parse(content);
  const added = await transaction
    .insert(genres)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: genres.id });
  return added.length;
}
