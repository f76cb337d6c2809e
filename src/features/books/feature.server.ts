import { imageUploadRule } from "#server/files/image-upload-rule.ts";
import type { BodyRule } from "#server/http/request-rules.ts";
import type { ServerFeature } from "../feature.server.ts";
import { booksContract } from "./contract.ts";
import { importLimits } from "./import/import-schema.ts";
import { seedBooks } from "./seed.server.ts";

/** The body is the file itself. Slow connections get five minutes to send it. */
const importUploadRule: BodyRule = {
  path: /^\/api\/books\/imports$/,
  contentTypes: ["text/csv"],
  maxBytes: importLimits.bytes,
  timeoutMs: 5 * 60_000,
  isStreamed: true,
};

export const booksServerFeature = {
  contract: booksContract,
  api: async () => (await import("./api.ts")).booksApi,
  bodyRules: [imageUploadRule(/^\/api\/covers$/), importUploadRule],
  seed: seedBooks,
} as const satisfies ServerFeature;
