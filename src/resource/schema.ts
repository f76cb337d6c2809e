import { z } from "zod";
import { withoutInvisible } from "#lib/characters.ts";
import { versionedRefSchema, versionSchema } from "#rpc/versioned-ref.ts";

/** The maximum number of records on a page of a list. */
const maxPageSize = 100;

/** The number of records on a page, unless a client asks for another. */
export const defaultPageSize = 20;

/** Search results are counted exactly up to this number. */
export const exactCountLimit = 10_000;

/** A search term. Characters that can't be searched for count as spaces. */
export const searchTermSchema = z
  .string()
  .max(200)
  .overwrite((text) => withoutInvisible(text.toWellFormed()).replaceAll(/\p{Cc}/gu, " "));

/** The two directions of a list are exact opposites. */
const directions = ["ascending", "descending"] as const;

export type Direction = (typeof directions)[number];

/**
 * The search term and the order of a list, to extend with its filters.
 * @param sorts the names of its orders, the default first
 */
export function listQuerySchema<const Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  defaultDirection: Direction = "ascending",
) {
  return z.object({
    searchTerm: searchTermSchema.default(""),
    sort: z.enum(sorts).default(sorts[0]),
    direction: z.enum(directions).default(defaultDirection),
  });
}

/** A filter that is true or false, also as a text of a URL. */
export const flagSchema = z.preprocess((value: boolean | string) => {
  if (value === "true") return true;
  return value === "false" ? false : value;
}, z.boolean());

/** The opaque position in a list after which a page begins. */
const cursorSchema = z.string().max(4_000);

/** The page of a list that a client asks for, to extend a list's query. `limit` may be a text of a URL. */
export const pageQuerySchema = z.object({
  after: cursorSchema.optional(),
  limit: z
    .preprocess(
      (value: number | string) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : value),
      z.int().min(1).max(maxPageSize),
    )
    .default(defaultPageSize),
});

/** The number of records in a list: exact without a search term, and up to `exactCountLimit` with one. */
const listTotalSchema = z.object({ count: z.int().min(0), isExact: z.boolean() });

export type ListTotal = z.infer<typeof listTotalSchema>;

/** A page of a list. `next` is the cursor of the page that follows, null on the last one. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).max(maxPageSize),
    next: cursorSchema.nullable(),
    total: listTotalSchema,
  });
}

export type Page<Item> = { items: Item[]; next: string | null; total: ListTotal };

/** The fields that the records of every resource have. Each update increments the version. */
export type VersionedRecord = z.infer<typeof versionedRecordSchema>;

export const versionedRecordSchema = z.object({ id: z.uuid(), updatedAt: z.date(), version: versionSchema });

/** The maximum number of records of a bulk action. */
export const bulkLimit = 1_000;

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

export type BulkDeletion<Item> = z.infer<ReturnType<typeof bulkDeletionSchema<z.ZodType<Item>>>>;

/** What a save that came second gets: the current record, and the name of the person who saved it, if it is known. */
export type VersionConflict<Item> = { current: Item; savedBy: string | null };
