import { z } from "zod";
import type { Sql } from "#server/database/connect.ts";
import type { ServerFeature } from "../feature.server.ts";
import { genresContract } from "./contract.ts";
import { genreSchema } from "./schema.ts";
import { genres } from "./table.ts";

export const genresServerFeature = {
  contract: genresContract,
  api: async () => (await import("./api.ts")).genresApi,
  keptOffline: ["list"],
  async seed(transaction: Sql) {
    const { default: content } = await import("./seed.json", { with: { type: "json" } });
    const rows = z.array(genreSchema.omit({ id: true })).parse(content);
    const { rowCount } = await transaction.insert(genres).values(rows).onConflictDoNothing();
    return rowCount ?? 0;
  },
} as const satisfies ServerFeature;
