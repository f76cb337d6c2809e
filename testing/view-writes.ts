import { listViews } from "#resource/server/view/table.ts";
import type { TestDatabase } from "./database.ts";
import type { Write } from "./feature-testing.ts";

/** The writes of views for everyone. */
export function viewWrites(list: string): Record<string, Write> {
  const change = { subjectType: "view" };
  async function addView(database: TestDatabase) {
    const [view] = await database.sql
      .insert(listViews)
      .values({ list, name: crypto.randomUUID(), search: { sort: "-title" } })
      .returning();
    return view;
  }
  return {
    [`${list}.views.create`]: async () => ({
      input: { name: "Late", search: { searchTerm: "a" }, isShared: true },
      entry: { action: "create", subjectName: "Late", after: { name: "Late", list, search: "searchTerm=a" } },
    }),
    [`${list}.views.update`]: async (database) => ({
      input: { id: (await addView(database))?.id, search: {} },
      entry: { action: "update", ...change, before: { search: "sort=-title" }, after: { search: "" } },
    }),
    [`${list}.views.delete`]: async (database) => ({
      input: { id: (await addView(database))?.id },
      entry: { action: "delete", ...change, after: null },
    }),
  };
}
