import type { BodyRule } from "#server/http/request-rules.ts";
import { importLimits } from "../../import/import-schema.ts";

/** The body is the file itself. Slow connections get five minutes to send it. */
export const importUploadRule: BodyRule = {
  path: /^\/api\/books\/imports$/,
  contentTypes: ["text/csv"],
  maxBytes: importLimits.bytes,
  timeoutMs: 5 * 60_000,
};
