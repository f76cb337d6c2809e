import type { AnyContractRouter } from "@orpc/contract";
import type { AnyRouter } from "@orpc/server";
import type { Sql } from "#server/database/connect.ts";
import type { BodyRule } from "#server/http/request-rules.ts";

/** What a feature declares for the server alone. src/app/features.server.ts lists the features. */
export type ServerFeature = {
  /** Its operations, which the browser and REST reach under the feature's name. */
  contract?: AnyContractRouter;
  /** Loads the implemented contract, when the first operation is called. */
  api?: () => Promise<AnyRouter>;
  /** Paths that take bodies other than JSON. */
  bodyRules?: readonly BodyRule[];
  /** Adds the seed's rows that are missing, in a transaction. @returns how many were added */
  seed?: (transaction: Sql) => Promise<number>;
};
