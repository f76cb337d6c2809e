import { z } from "zod";
import { moveToCreation } from "#features/dashboard/shared/move-to-creation.server.ts";
import { seedTimes } from "#resource/server/seed-times.ts";
import type { Sql } from "#server/database/connect.ts";
import type { ServerFeature } from "../feature.server.ts";
import { genresContract } from "./contract.ts";
import { genreSchema } from "./schema.ts";
import { genres } from "./table.ts";

export const genresServerFeature = {
  contract: genresContract,
  api: async () => (await import("./api.ts")).genresApi,
  keptOffline: ["list"], // optional: offline
  async seed(transaction: Sql) {
    const { default: content } = await import("./seed.json", { with: { type: "json" } });
    const rows = z.array(genreSchema.omit({ id: true })).parse(content);
    // Before the books.
    const times = seedTimes(rows.length, { from: 150, to: 120 });
    const added = await transaction
      .insert(genres)
      .values(rows.map((row, index) => ({ ...row, ...times[index] })))
      .onConflictDoNothing()
      .returning({ createdAt: genres.createdAt });
    await moveToCreation(transaction, "genre_change", added); // optional: dashboard
    return added.length;
  },
} as const satisfies ServerFeature;
