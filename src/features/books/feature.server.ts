import { imageUploadRule } from "#server/files/upload.ts";
import type { ServerFeature } from "../feature.server.ts";
import { booksContract } from "./contract.ts";
import { importUploadRule } from "./server/import/upload-rule.ts";
import { seedBooks } from "./seed.server.ts";

export const booksServerFeature = {
  contract: booksContract,
  api: async () => (await import("./api.ts")).booksApi,
  bodyRules: [imageUploadRule(/^\/api\/covers$/), importUploadRule],
  seed: seedBooks,
} as const satisfies ServerFeature;
