import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { SavedView, ViewInput } from "#resource/view-schema.ts";
import type { Sql } from "#server/database/connect.ts";
import { listViews } from "./table.ts";

/** The views of a list that belong to a person, or with null to everyone. */
type ViewOwner = { list: string; ownerId: string | null };

const columns = {
  id: listViews.id,
  name: listViews.name,
  search: listViews.search,
  isShared: sql<boolean>`${listViews.ownerId} is null`,
};

/** The views of a list that a person sees: their own, and those for everyone. */
function seenBy(list: string, userId: string) {
  return and(eq(listViews.list, list), or(eq(listViews.ownerId, userId), isNull(listViews.ownerId)));
}

/** A person's views of a list and those for everyone, by name. */
export async function listSavedViews(database: Sql, list: string, userId: string): Promise<SavedView[]> {
  return await database
    .select(columns)
    .from(listViews)
    .where(seenBy(list, userId))
    .orderBy(sql`lower(${listViews.name} collate "und-x-icu")`, asc(listViews.id));
}

/** The number of views of an owner. No other transaction changes it before this one ends. */
export async function countSavedViews(transaction: Sql, { list, ownerId }: ViewOwner): Promise<number> {
  const key = `list_view ${list} ${ownerId}`;
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const isOwned = ownerId === null ? isNull(listViews.ownerId) : eq(listViews.ownerId, ownerId);
  return await transaction.$count(listViews, and(eq(listViews.list, list), isOwned));
}

/** @throws if the owner has a view with this name (`violatedConstraint`) */
export async function createSavedView(
  transaction: Sql,
  owner: ViewOwner,
  input: ViewInput,
): Promise<SavedView> {
  const [view] = await transaction
    .insert(listViews)
    .values({ ...owner, ...input })
    .returning(columns);
  if (!view) throw new Error("The view was not stored");
  return view;
}

/** Finds and locks a view that a person sees. */
export async function lockSavedView(
  transaction: Sql,
  { list, userId, id }: { list: string; userId: string; id: string },
): Promise<SavedView | undefined> {
  const [view] = await transaction
    .select(columns)
    .from(listViews)
    .where(and(seenBy(list, userId), eq(listViews.id, id)))
    .for("update");
  return view;
}

/** Changes a locked view. @throws as `createSavedView` does */
export async function updateSavedView(
  transaction: Sql,
  view: SavedView,
  changes: Partial<ViewInput>,
): Promise<SavedView> {
  const { name, search } = { ...view, ...changes };
  await transaction.update(listViews).set({ name, search }).where(eq(listViews.id, view.id));
  return { ...view, name, search };
}

/** Deletes a locked view. */
export async function deleteSavedView(transaction: Sql, id: string): Promise<void> {
  await transaction.delete(listViews).where(eq(listViews.id, id));
}
