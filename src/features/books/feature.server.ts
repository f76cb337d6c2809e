import { imageUploadRule } from "#server/files/image-upload-rule.ts";
import { importUploadRule } from "#resource/server/import/import-upload-rule.ts";
import type { ServerFeature } from "../feature.server.ts";
import { booksContract } from "./contract.ts";
import { seedBooks } from "./seed.server.ts";

export const booksServerFeature = {
  contract: booksContract,
  api: async () => (await import("./api.ts")).booksApi,
  bodyRules: [imageUploadRule(/^\/api\/covers$/), importUploadRule(/^\/api\/books\/imports$/)],
  seed: seedBooks,
} as const satisfies ServerFeature;
