import { and, eq, lt, notInArray, sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { images } from "./table.ts";

export type Image = {
  id: string;
  /** As displayed, in pixels. */
  width: number;
  height: number;
  /** The stored widths, in pixels, the smallest first. */
  widths: number[];
};

/** Inserts an image before its files are stored. An existing one counts as unused from now on. */
export async function insertImage(database: Sql, image: Image): Promise<void> {
  await database
    .insert(images)
    .values(image)
    .onConflictDoUpdate({ target: images.id, set: { unusedSince: sql`now()` } });
}

/** Ids of unused images, the longest unused first. */
export async function listUnusedImages(
  database: Sql,
  { unusedForSeconds, except, limit }: { unusedForSeconds: number; except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await database
    .select({ id: images.id })
    .from(images)
    .where(and(isUnusedFor(unusedForSeconds), notInArray(images.id, [...except])))
    .orderBy(images.unusedSince)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Locks an unused image until the transaction ends; undefined if another transaction has locked or used it.
 */
export async function lockUnusedImage(
  transaction: Sql,
  { id, unusedForSeconds }: { id: string; unusedForSeconds: number },
): Promise<Pick<Image, "id" | "widths"> | undefined> {
  const [image] = await transaction
    .select({ id: images.id, widths: images.widths })
    .from(images)
    .where(and(eq(images.id, id), isUnusedFor(unusedForSeconds)))
    .for("update", { skipLocked: true });
  return image;
}

function isUnusedFor(seconds: number) {
  return lt(images.unusedSince, sql`now() - make_interval(secs => ${seconds})`);
}

/** Deletes an image's row; if another row references it after all, marks it as used. @returns whether it was deleted */
export async function deleteImageIfUnused(transaction: Sql, id: string): Promise<boolean> {
  try {
    await transaction.transaction((attempt) => attempt.delete(images).where(eq(images.id, id)));
    return true;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    await transaction.update(images).set({ unusedSince: null }).where(eq(images.id, id));
    return false;
  }
}

/** PostgreSQL up to 17 reports foreign_key_violation, from 18 on restrict_violation. */
function isForeignKeyViolation(error: unknown): boolean {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {};
  return code === "23503" || code === "23001";
}
