import { canUser, type Permissions } from "#access.ts";

/**
 * What open pages are told of when it changes, and what one must be allowed to do to hear of it: a line for each table that
 * tells (migrations: `tell_of_changes`).
 */
const topics = {
  books: { book: ["read"] },
  genres: { genre: ["read"] },
} as const satisfies Record<string, Permissions>;

export type Topic = keyof typeof topics;

/** The topics that someone may hear of. */
export function topicsOf(user: { id: string; role: string }, adminUserIds: readonly string[]): Topic[] {
  return (Object.keys(topics) as Topic[]).filter((topic) => canUser(user, topics[topic], adminUserIds));
}
