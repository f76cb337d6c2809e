import { importUploadRule } from "#features/books/server/import/upload-rule.ts";
import { imageUploadRule } from "#server/files/upload.ts";
import type { BodyRule } from "#server/http/request-rules.ts";

/** Where features take files: a line for each. */
export const uploads: readonly BodyRule[] = [imageUploadRule(/^\/api\/covers$/), importUploadRule];
