import { deleteRecords } from "#resource/server/record-store.ts";
import type { TestDatabase } from "../../../testing/database.ts";
import type { FeatureTesting } from "../../../testing/feature-testing.ts";
import { genres } from "./table.ts";

/** Adds a genre with a random name. */
export async function addGenre(database: TestDatabase) {
  const [genre] = await database.sql.insert(genres).values({ name: crypto.randomUUID(), hue: 1 }).returning();
  if (!genre) throw new Error("The genre was not stored");
  return genre;
}

export const testing: FeatureTesting = {
  permissions: { user: { genre: ["read"] }, admin: { genre: ["read", "create", "update", "delete"] } },
  writes: {
    async "genres.restore"(database, { user }) {
      const { id, name } = await addGenre(database);
      await deleteRecords(database.sql, genres, [id], user.id);
      return { input: { ids: [id] }, entry: { action: "restore", subjectId: id, subjectName: name } };
    },
    async "genres.create"() {
      return {
        input: { name: "Essay", hue: 7 },
        entry: { action: "create", after: { name: "Essay", hue: 7 } },
      };
    },
    async "genres.update"(database) {
      const { id, version } = await addGenre(database);
      const change = { before: { hue: 1 }, after: { hue: 9 } };
      return { input: { id, version, hue: 9 }, entry: { action: "update", subjectType: "genre", ...change } };
    },
    async "genres.delete"(database) {
      const { id, name, version } = await addGenre(database);
      return { input: { id, version }, entry: { action: "delete", subjectType: "genre", subjectName: name } };
    },
  },
  lists: ["/manager/genres"],
};
