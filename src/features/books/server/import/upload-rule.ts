import type { BodyRule } from "#server/http/request-rules.ts";
import { importLimits } from "#features/books/import/import-schema.ts";

/** The file itself is the body. On a slow line it takes its time. */
export const importUploadRule: BodyRule = {
  path: /^\/api\/books\/imports$/,
  contentTypes: ["text/csv"],
  maxBytes: importLimits.bytes,
  timeoutMs: 5 * 60_000,
};
