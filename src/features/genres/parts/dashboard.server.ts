import { sql } from "drizzle-orm";
import type { Figures } from "#features/dashboard/shared/figures.ts";
import { genres } from "../table.ts";

export const figures: Figures = {
  totals: {
    genres: {
      permission: { genre: ["read"] },
      now: sql`(select count(*) from ${genres})`,
      changes: "genre_change",
    },
  },
};
