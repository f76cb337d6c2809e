import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Sql } from "#server/database/connect.ts";
import type { ImportResult } from "../../csv/import-schema.ts";
import type { ImportJob, RelatedRecords } from "./definition.ts";
import { findMissingNames, findRowsOfMissing } from "./import-table.ts";
import { textWithNumbers, type ProblemCollector } from "./problem-collector.ts";

/** Finds related records that don't exist. They are a problem unless they are added. */
export async function compareRelated(
  { definition: { related }, options, context }: ImportJob,
  transaction: Sql,
  problems: ProblemCollector,
): Promise<ImportResult["missing"]> {
  if (!related) return null;
  const { field, id, add } = related;
  const { rows: names, count } = await findMissingNames(transaction, related);
  if (count === 0) return null;
  const canAdd = add !== undefined && context.access.canUser(requireCaller(context).user, add.permission);
  const missing = { field, count, names, canAdd };
  const limit = options.adds ? add?.limit : undefined;
  if (limit !== undefined && count <= limit - (await transaction.$count(id.table))) return missing;
  const text =
    limit === undefined
      ? "resourceImport:problems.unknown"
      : textWithNumbers("resourceImport:problems.full", { limit });
  const found = await findRowsOfMissing(transaction, related);
  problems.add(
    found.rows.map((row) => ({ ...row, kind: "unknown", field, text })),
    found.count,
  );
  return missing;
}

/** Adds the related records that don't exist. */
export async function addMissingRecords(transaction: Sql, related: RelatedRecords): Promise<void> {
  if (!related.add) return;
  const { rows } = await findMissingNames(transaction, related, related.add.limit);
  const names = rows.map(({ name }) => name);
  if (names.length > 0) await related.add.insert(transaction, names);
}
