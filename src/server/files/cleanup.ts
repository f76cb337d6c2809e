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

/** Images that are looked at together. */
const pageSize = 100;

export type CleanupContext = {
  database: Pick<Database, "sql">;
  storage: Pick<FileStorage, "remove" | "list">;
  log: Pick<Log, "info" | "warn" | "error">;
  /** Ends it after the image that is being removed. */
  signal?: AbortSignal;
};

/**
 * Removes the images that nothing has referred to for so long: the files while the row is locked, then the row. Where
 * that is interrupted the row is still there, and its files, or what is left of them, go with the next sweep. An image
 * that can't be removed keeps none of the others.
 */
export async function deleteUnusedImages(
  sweep: CleanupContext,
  { seconds }: { seconds: number },
): Promise<void> {
  const left: string[] = [];
  let removed = 0;
  while (left.length < pageSize) {
    const ids = await listUnusedImages(sweep.database.sql, { seconds, except: left, limit: pageSize });
    if (ids.length === 0) break;
    for (const id of ids) {
      if (sweep.signal?.aborted) return;
      if (await removeIfUnused(sweep, { id, seconds })) removed++;
      else left.push(id);
    }
  }
  if (removed > 0) sweep.log.info({ images: removed }, "Images that nothing referred to were removed");
}

async function removeIfUnused(
  { database, storage, log }: CleanupContext,
  { id, seconds }: { id: string; seconds: number },
): Promise<boolean> {
  try {
    return await database.sql.transaction(async (transaction) => {
      // Whoever waits for this image, while this waits for what they hold, is to win.
      await transaction.execute(sql`set local lock_timeout = '500ms'`);
      const image = await lockUnusedImage(transaction, { id, seconds });
      if (!image || !(await deleteImageIfUnused(transaction, id))) return false;
      await storage.remove(imageFileNames(image));
      return true;
    });
  } catch (error) {
    log.warn({ image: id, err: error }, "An unused image could not be removed, and will be tried again");
    return false;
  }
}

/**
 * Compares what storage holds with what the database knows. Files without a row, as a restored backup of the database
 * leaves behind, are noted and removed a day later, not at once: the wrong database may have been started by mistake.
 * A used image that lacks files is told to the log, for only a backup can help. Reads all names, so once a day is enough.
 */
export async function reconcileStorage({ database, storage, log, signal }: CleanupContext): Promise<void> {
  let after = "";
  let strays = 0;
  const lost: string[] = [];
  const compare = async (stored: StoredImage[], isLast: boolean) => {
    const to = isLast ? undefined : stored.at(-1)?.id;
    const byId = new Map(stored.map((image) => [image.id, image]));
    for await (const known of knownImages(database, { after, to })) {
      const found = byId.get(known.id);
      byId.delete(known.id);
      if (known.isUsed && !isComplete(known, found)) lost.push(known.id);
    }
    strays += byId.size;
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

  if (strays > 0)
    log.warn({ images: strays }, "Files of images that the database does not know will be removed");
  if (lost.length > 0) {
    log.error(
      { images: lost.length, first: lost.slice(0, 10) },
      "Files of images are gone: restore a backup of them",
    );
  }
}

type StoredImage = Pick<Image, "id" | "widths"> & { names: Set<string> };

/** The images that storage holds, put together from its sorted names. */
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

/** The images that the database knows between two ids, page by page. */
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

function isComplete(known: Pick<Image, "id" | "widths">, found: StoredImage | undefined): boolean {
  return found !== undefined && imageFileNames(known).every((name) => found.names.has(name));
}
