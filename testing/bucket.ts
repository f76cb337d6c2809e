import { onTestFinished } from "vitest";
import { startS3Server } from "./s3.ts";
import { openBucket } from "#server/files/bucket-storage.ts";
import type { FileKind, FileStorage } from "#server/files/storage.ts";

/** Storage in a new bucket, which ends after the test. */
export async function temporaryBucket(kind: FileKind): Promise<FileStorage> {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  return (await openBucket(s3.settings, { warn: () => undefined }))(kind);
}
