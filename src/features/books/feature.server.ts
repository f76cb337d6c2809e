import { imageUploadRule } from "#server/images/store-image.ts";
import type { ServerFeature } from "../feature.server.ts";
import { booksContract } from "./contract.ts";
import { openedBooksCookie } from "./opened-books-cookie.ts";
import { seedBooks } from "./seed.server.ts";

export const booksServerFeature = {
  contract: booksContract,
  api: async () => (await import("./api.ts")).booksApi,
  exportCsv: async () => (await import("./server/export-books.ts")).exportBooks, // optional: csv
  importCsv: async () => (await import("./server/import-books.ts")).importBooks, // optional: csv
  bodyRules: [imageUploadRule(/^\/api\/covers$/)], // optional: images
  personalCookies: [openedBooksCookie], // optional: app
  keptOffline: ["list", "get", "latest", "byId", "related"], // optional: offline
  seed: seedBooks,
} as const satisfies ServerFeature;
