import type { AnyContractRouter } from "@orpc/contract";
import type { AnyRouter } from "@orpc/server";
import type { csvImport } from "#resource/server/import/csv-import.ts";
import type { Handler } from "#rpc/handle-as-operation.server.ts";
import type { Sql } from "#server/database/connect.ts";
import type { BodyRule } from "#server/http/request-rules.ts";

/** What a feature declares for the server alone. src/app/features.server.ts lists the features. */
export type ServerFeature = {
  /** Its operations, which are reached under the feature's name. */
  contract?: AnyContractRouter;
  // optional: replicas
  /** Whether its reading operations need what is written now, so that no replica answers them. */
  readsPrimary?: boolean;
  // end: replicas
  /** Loads the implemented contract, when the first operation is called. */
  api?: () => Promise<AnyRouter>;
  // optional: csv
  /** Loads the handler of `GET /api/<feature>.csv`: a `csvExport`. */
  exportCsv?: () => Promise<Handler>;
  /** Loads the handlers of `/api/<feature>/imports` and `/api/<feature>/example.csv`. */
  importCsv?: () => Promise<ReturnType<typeof csvImport>>;
  // end: csv
  /** Paths that take other bodies than 64 KiB of JSON. */
  bodyRules?: readonly BodyRule[];
  /** Cookies with data of a user, which are deleted when the user logs out. */
  personalCookies?: readonly string[];
  // optional: offline
  /** Operations that App's pages read, whose results browsers keep for when the server can't be reached. */
  keptOffline?: readonly string[];
  // end: offline
  /** Adds the seed's rows that are missing, in a transaction. @returns how many were added */
  seed?: (transaction: Sql) => Promise<number>;
};
