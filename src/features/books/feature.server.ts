import { imageUploadRule } from "#server/files/image-upload-rule.ts";
import type { ServerFeature } from "../feature.server.ts";
import { booksContract } from "./contract.ts";
import { seedBooks } from "./seed.server.ts";

export const booksServerFeature = {
  contract: booksContract,
  api: async () => (await import("./api.ts")).booksApi,
  exportCsv: async () => (await import("./server/export-books.ts")).exportBooks,
  importCsv: async () => (await import("./server/import-books.ts")).importBooks,
  bodyRules: [imageUploadRule(/^\/api\/covers$/)],
  seed: seedBooks,
} as const satisfies ServerFeature;
