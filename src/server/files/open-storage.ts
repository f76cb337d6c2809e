import { join } from "node:path";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { openBucket } from "./bucket-storage.ts";
import { openFolder } from "./folder-storage.ts";
import type { FileStorage } from "./storage.ts";

/**
 * Opens the bucket in the S3_* settings or, without one, DATA_DIR/files.
 * @throws StartError if the bucket rejects the settings
 */
export async function openStorage(
  { s3, dataDir }: Pick<Config, "s3" | "dataDir">,
  log: Pick<Log, "warn">,
): Promise<FileStorage> {
  return s3 ? await openBucket(s3, log) : await openFolder(join(dataDir, "files"));
}
