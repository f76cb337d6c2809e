import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Sql } from "#server/database/connect.ts";
import type { ImportResult, MissingValues } from "../../csv/import-schema.ts";
import type { ImportJob, RelatedRecords } from "./definition.ts";
import { findMissingNames, findRows, isAmbiguous, isMissing } from "./import-table.ts";
import { textWithNumbers, type ProblemCollector } from "./problem-collector.ts";

/**
 * Finds values that name several related records, which is a problem, or none: a problem unless it is added.
 * @returns what is missing
 */
export async function compareRelated(
  job: ImportJob,
  transaction: Sql,
  problems: ProblemCollector,
): Promise<ImportResult["missing"]> {
  const missing: ImportResult["missing"] = [];
  for (const related of job.definition.related ?? []) {
    const { field } = related;
    const { rows, count } = await findRows(transaction, field, isAmbiguous(related));
    const text = "resourceImport:problems.ambiguous";
    problems.add(
      rows.map((row) => ({ ...row, kind: "invalid", field, text })),
      count,
    );
    const found = await compareMissing(job, related, transaction, problems);
    if (found) missing.push(found);
  }
  return missing;
}

async function compareMissing(
  { options, context }: ImportJob,
  related: RelatedRecords,
  transaction: Sql,
  problems: ProblemCollector,
): Promise<MissingValues | undefined> {
  const { field, id, add } = related;
  const { rows: names, count } = await findMissingNames(transaction, related);
  if (count === 0) return undefined;
  const canAdd = add !== undefined && context.access.canUser(requireCaller(context).user, add.permission);
  const missing = { field, count, names, canAdd };
  const limit = options.adds ? add?.limit : undefined;
  if (limit !== undefined && count <= limit - (await transaction.$count(id.table))) return missing;
  const text =
    limit === undefined
      ? "resourceImport:problems.unknown"
      : textWithNumbers("resourceImport:problems.full", { limit });
  const found = await findRows(transaction, field, isMissing(related));
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
