import { sql } from "drizzle-orm";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { imageFileNames, parseFileName } from "./names.ts";
import type { FileStorage } from "./storage.ts";
import {
  deleteImageIfUnused,
  type Image,
  listImagesBetween,
  listUnusedImages,
  lockUnusedImage,
  insertOrphanedImages,
} from "./store.ts";

const pageSize = 100;

export type CleanupContext = {
  database: Pick<Database, "sql">;
  storage: Pick<FileStorage, "remove" | "list">;
  log: Pick<Log, "info" | "warn" | "error">;
  /** Stops after the image that is being deleted. */
  signal?: AbortSignal;
};

/**
 * Deletes unused images: first the files, while the row is locked, then the row. If that is interrupted, the next cleanup
 * deletes the rest. A failure for one image doesn't affect the others.
 */
export async function deleteUnusedImages(
  context: CleanupContext,
  { unusedForSeconds }: { unusedForSeconds: number },
): Promise<void> {
  const skipped: string[] = [];
  let deletedCount = 0;
  while (skipped.length < pageSize) {
    const ids = await listUnusedImages(context.database.sql, {
      unusedForSeconds,
      except: skipped,
      limit: pageSize,
    });
    if (ids.length === 0) break;
    for (const id of ids) {
      if (context.signal?.aborted) return;
      if (await deleteIfUnused(context, { id, unusedForSeconds })) deletedCount++;
      else skipped.push(id);
    }
  }
  if (deletedCount > 0) context.log.info({ images: deletedCount }, "Unused images were deleted");
}

async function deleteIfUnused(
  { database, storage, log }: CleanupContext,
  { id, unusedForSeconds }: { id: string; unusedForSeconds: number },
): Promise<boolean> {
  try {
    return await database.sql.transaction(async (transaction) => {
      // In a deadlock with another transaction, this one gives up first.
      await transaction.execute(sql`set local lock_timeout = '500ms'`);
      const image = await lockUnusedImage(transaction, { id, unusedForSeconds });
      if (!image || !(await deleteImageIfUnused(transaction, id))) return false;
      await storage.remove(imageFileNames(image));
      return true;
    });
  } catch (error) {
    log.warn({ image: id, err: error }, "An unused image could not be deleted and will be tried again");
    return false;
  }
}

/**
 * Compares storage with the database. Files without a row, for example after an older backup of the database was restored,
 * are deleted a day later, in case the wrong database was used by mistake. Missing files of used images are logged. Lists all
 * files, so once a day is enough.
 */
export async function reconcileStorage({ database, storage, log, signal }: CleanupContext): Promise<void> {
  let after = "";
  let orphanCount = 0;
  const incompleteIds: string[] = [];
  const compare = async (stored: StoredImage[], isLast: boolean) => {
    const to = isLast ? undefined : stored.at(-1)?.id;
    const byId = new Map(stored.map((image) => [image.id, image]));
    for await (const known of knownImages(database, { after, to })) {
      const storedImage = byId.get(known.id);
      byId.delete(known.id);
      if (known.isUsed && !isComplete(known, storedImage)) incompleteIds.push(known.id);
    }
    orphanCount += byId.size;
    await insertOrphanedImages(database.sql, [...byId.values()]);
    after = to ?? after;
  };

  let page: StoredImage[] = [];
  for await (const image of storedImages(storage)) {
    if (signal?.aborted) return;
    page.push(image);
    if (page.length < pageSize) continue;
    await compare(page, false);
    page = [];
  }
  await compare(page, true);

  if (orphanCount > 0)
    log.warn({ images: orphanCount }, "Files of images that are not in the database will be deleted");
  if (incompleteIds.length > 0) {
    log.error(
      { images: incompleteIds.length, first: incompleteIds.slice(0, 10) },
      "Files of images are missing: restore a backup of them",
    );
  }
}

type StoredImage = Pick<Image, "id" | "widths"> & { names: Set<string> };

/** The images in storage, grouped from its sorted names. */
async function* storedImages(storage: CleanupContext["storage"]): AsyncGenerator<StoredImage> {
  let image: StoredImage | undefined;
  for await (const name of storage.list()) {
    const file = parseFileName(name);
    if (!file) continue;
    if (image && image.id !== file.id) yield image;
    if (image?.id !== file.id) image = { id: file.id, widths: [], names: new Set() };
    image.names.add(name);
    if (!image.widths.includes(file.width)) image.widths.push(file.width);
  }
  if (image) yield image;
}

/** The images in the database between two ids, read page by page. */
async function* knownImages(
  { sql: database }: CleanupContext["database"],
  { after, to }: { after: string; to: string | undefined },
) {
  let from = after;
  while (true) {
    const page = await listImagesBetween(database, { after: from, to, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    from = last.id;
  }
}

function isComplete(known: Pick<Image, "id" | "widths">, stored: StoredImage | undefined): boolean {
  return stored !== undefined && imageFileNames(known).every((name) => stored.names.has(name));
}
