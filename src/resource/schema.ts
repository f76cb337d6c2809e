import { z } from "zod";
import { versionedRefSchema, versionSchema } from "#rpc/versioned-ref.ts";

/** The number of records on a page of a list, unless a client asks for another. */
export const defaultPageSize = 20;

/** Search results are counted exactly up to this number. */
export const exactCountLimit = 10_000;

/** The opaque position in a list after which a page begins. */
export const cursorSchema = z.string().max(4_000);

/** The number of records in a list: exact without a search term, and up to `exactCountLimit` with one. */
export const listTotalSchema = z.object({ count: z.int().min(0), isExact: z.boolean() });

export type ListTotal = z.infer<typeof listTotalSchema>;

/** A page of a list, and the cursor of the next one. */
export type Page<Item> = { items: Item[]; next: string | null; total: ListTotal };

/** The two directions of a list are exact opposites. */
export type Direction = "ascending" | "descending";

/** The fields that the records of every resource have. Each update increments the version. */
export type VersionedRecord = z.infer<typeof versionedRecordSchema>;

export const versionedRecordSchema = z.object({ id: z.uuid(), updatedAt: z.date(), version: versionSchema });

const bulkLimit = 1_000;

/** The records that a bulk action is about, each in the version that the caller saw. */
export const bulkInputSchema = z.object({ items: z.array(versionedRefSchema).min(1).max(bulkLimit) });

/** The result of a bulk deletion, with the reason for each record that wasn't deleted. */
export function bulkDeletionSchema<Schema extends z.ZodType>(record: Schema) {
  return z.object({
    deleted: z.array(z.uuid()),
    failures: z.array(
      z.discriminatedUnion("code", [
        z.object({ id: z.uuid(), code: z.literal("NOT_FOUND") }),
        z.object({ id: z.uuid(), code: z.literal("VERSION_CONFLICT"), current: record }),
      ]),
    ),
  });
}

export type BulkDeletion<Item> = {
  deleted: string[];
  failures: ({ id: string; code: "NOT_FOUND" } | { id: string; code: "VERSION_CONFLICT"; current: Item })[];
};

/** What a save that came second gets: the current record, and the name of the person who saved it, if it is known. */
export type VersionConflict<Item> = { current: Item; savedBy: string | null };
