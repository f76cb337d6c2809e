import { activityServerFeature } from "#features/activity/feature.server.ts";
import { authServerFeature } from "#features/auth/feature.server.ts";
import { booksServerFeature } from "#features/books/feature.server.ts";
import { dashboardServerFeature } from "#features/dashboard/feature.server.ts";
import type { ServerFeature } from "#features/feature.server.ts";
import { importUploadRule } from "#resource/server/import/import-upload-rule.ts";
import { genresServerFeature } from "#features/genres/feature.server.ts";
import { usersServerFeature } from "#features/users/feature.server.ts";

/** The server's part of every feature, a line each. Operations are reached, and the database is seeded, in this order. */
export const serverFeatures = {
  auth: authServerFeature,
  genres: genresServerFeature,
  books: booksServerFeature,
  users: usersServerFeature,
  activity: activityServerFeature,
  dashboard: dashboardServerFeature,
} as const satisfies Record<string, ServerFeature>;

/** Paths that take bodies other than JSON. */
export const bodyRules = Object.entries<ServerFeature>(serverFeatures).flatMap(
  ([name, { bodyRules = [], importCsv }]) => [
    ...bodyRules,
    ...(importCsv ? [importUploadRule(new RegExp(`^/api/${name}/imports$`))] : []),
  ],
);
