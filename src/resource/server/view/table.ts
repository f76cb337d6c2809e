import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { viewNameLimit, type ViewSearch } from "#resource/view-schema.ts";
import { textChecks } from "../columns.ts";

/**
 * Saved views of lists. Names are unique for each list and owner, ignoring case. The migration refers to the owner's
 * account, which this layer doesn't know: its deletion deletes their views.
 */
export const listViews = pgTable(
  "list_view",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    list: text("list").notNull(),
    /** Null for views for everyone. */
    ownerId: uuid("owner_id"),
    name: text("name").notNull(),
    search: jsonb("search").$type<ViewSearch>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (view) => [
    uniqueIndex("list_view_name_unique").on(
      view.list,
      sql`coalesce(${view.ownerId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      sql`lower(${view.name} collate "und-x-icu")`,
    ),
    index("list_view_owner").on(view.ownerId),
    ...textChecks("list_view_name", view.name, viewNameLimit),
    check("list_view_list_length", sql`char_length(${view.list}) between 1 and 50`),
    check(
      "list_view_search_bounded",
      sql`jsonb_typeof(${view.search}) = 'object' and octet_length(${view.search}::text) <= 20000`,
    ),
  ],
);
