import type { BodyRule } from "#server/http/rules.ts";
import { importLimits } from "./schema.ts";

/** The file itself is the body. On a slow line it takes its time. */
export const importUpload: BodyRule = {
  path: /^\/api\/books\/imports$/,
  contentTypes: ["text/csv"],
  maxBytes: importLimits.bytes,
  timeout: 5 * 60_000,
};
