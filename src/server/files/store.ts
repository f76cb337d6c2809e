import { and, eq, gt, lt, lte, notInArray, sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { images } from "./table.ts";

/** An image as features know it. */
export type Image = {
  id: string;
  /** Of the picture as it is seen, in pixels. */
  width: number;
  height: number;
  /** In which widths it is stored, in pixels, the smallest first. */
  widths: number[];
};

/** Notes an image that is about to be stored; one that is known is as young again as a new one. */
export async function insertImage(database: Sql, image: Image): Promise<void> {
  await database
    .insert(images)
    .values(image)
    .onConflictDoUpdate({ target: images.id, set: { unusedSince: sql`now()` } });
}

/** Notes images that storage holds and nobody knows of: nothing may refer to them, and the next sweeps remove them. */
export async function insertOrphanedImages(
  database: Sql,
  strays: readonly Pick<Image, "id" | "widths">[],
): Promise<void> {
  if (strays.length === 0) return;
  const unusedSince = sql`now() - interval '1 day'`;
  const rows = strays.map(({ id, widths }) => {
    const largest = Math.max(...widths);
    return { id, width: largest, height: largest, widths, unusedSince };
  });
  await database.insert(images).values(rows).onConflictDoNothing();
}

/** Ids of images that have been unused for so many seconds, the longest first. */
export async function listUnusedImages(
  database: Sql,
  { seconds, except, limit }: { seconds: number; except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await database
    .select({ id: images.id })
    .from(images)
    .where(and(unusedFor(seconds), notInArray(images.id, [...except])))
    .orderBy(images.unusedSince)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Keeps an image from everyone else until the transaction ends; undefined where someone has it, or where it has not been
 * unused for so long.
 */
export async function lockUnusedImage(
  transaction: Sql,
  { id, seconds }: { id: string; seconds: number },
): Promise<Pick<Image, "id" | "widths"> | undefined> {
  const [image] = await transaction
    .select({ id: images.id, widths: images.widths })
    .from(images)
    .where(and(eq(images.id, id), unusedFor(seconds)))
    .for("update", { skipLocked: true });
  return image;
}

function unusedFor(seconds: number) {
  return lt(images.unusedSince, sql`now() - make_interval(secs => ${seconds})`);
}

/** Erases an image's row, unless something refers to it after all: that is noted. Says whether it was erased. */
export async function deleteImageIfUnused(transaction: Sql, id: string): Promise<boolean> {
  try {
    await transaction.transaction((attempt) => attempt.delete(images).where(eq(images.id, id)));
    return true;
  } catch (error) {
    if (!isReferredTo(error)) throw error;
    await transaction.update(images).set({ unusedSince: null }).where(eq(images.id, id));
    return false;
  }
}

/** How PostgreSQL up to 17, and from 18 on, says that a foreign key restricts. */
function isReferredTo(error: unknown): boolean {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {};
  return code === "23503" || code === "23001";
}

/** The images whose ids lie behind `after`, up to `to` or the last. */
export async function listImagesBetween(
  database: Sql,
  { after, to, limit }: { after: string; to: string | undefined; limit: number },
): Promise<(Pick<Image, "id" | "widths"> & { isUsed: boolean })[]> {
  return await database
    .select({ id: images.id, widths: images.widths, isUsed: sql<boolean>`${images.unusedSince} is null` })
    .from(images)
    .where(and(gt(images.id, after), to === undefined ? undefined : lte(images.id, to)))
    .orderBy(images.id)
    .limit(limit);
}
