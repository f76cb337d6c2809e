import { z } from "zod";

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
