import type { BodyRule } from "#server/http/rules.ts";

/** Where features take files: a line for each, such as `imageUpload(/^\/api\/pictures$/)` (src/server/files/upload.ts). */
export const uploads: readonly BodyRule[] = [];
