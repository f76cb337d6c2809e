import { sql } from "drizzle-orm";
import type { Figures } from "#features/dashboard/shared/figures.ts";
import { bookCounts } from "../table.ts";

const permission = { book: ["read"] } as const;

export const figures: Figures = {
  totals: {
    books: {
      permission,
      now: sql`(select coalesce(sum(${bookCounts.count}), 0) from ${bookCounts})`,
      changes: "book_change",
    },
  },
  daily: { newBooks: { permission, series: "book_added" } },
};
