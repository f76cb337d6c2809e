import { sql } from "drizzle-orm";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { imageFileNames } from "./names.ts";
import type { FileStorage } from "#server/files/storage.ts";
import { deleteImageIfUnused, listUnusedImages, lockUnusedImage } from "./store.ts";

const pageSize = 100;

type CleanupContext = {
  database: Pick<Database, "sql">;
  storage: Pick<FileStorage, "remove">;
  log: Pick<Log, "info" | "warn">;
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
