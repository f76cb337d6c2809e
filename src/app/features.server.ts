import { activityServerFeature } from "#features/activity/feature.server.ts";
import { authServerFeature } from "#features/auth/feature.server.ts";
import { booksServerFeature } from "#features/books/feature.server.ts";
import { dashboardServerFeature } from "#features/dashboard/feature.server.ts";
import { cookieName, siteCookie } from "#lib/cookies.ts";
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

const all: [name: string, ServerFeature][] = Object.entries(serverFeatures);

/** Set-Cookie headers that delete what features keep of a user in cookies of a browser. */
export function forgetPersonalCookies(url: URL): string[] {
  return all.flatMap(([, { personalCookies = [] }]) =>
    personalCookies.map((name) =>
      siteCookie(url, { name: cookieName(url, name), value: "", maxAgeSeconds: 0 }),
    ),
  );
}

// optional: offline
/** Whether browsers keep the result of an operation, by the operation's path, for when the server can't be reached. */
export function isKeptOffline([name, operation = ""]: string[]): boolean {
  return all.some(([each, { keptOffline = [] }]) => each === name && keptOffline.includes(operation));
}
// end: offline

/** Paths that take bodies other than JSON. */
export const bodyRules = [
  ...all.flatMap(([, { bodyRules = [] }]) => bodyRules),
  // optional: csv
  ...all.flatMap(([name, { importCsv }]) =>
    importCsv ? [importUploadRule(new RegExp(`^/api/${name}/imports$`))] : [],
  ),
  // end: csv
];
