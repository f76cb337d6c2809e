import type { Sql } from "#server/database/connect.ts";
import type { ImportResult } from "../../csv/import-schema.ts";
import type { ImportDefinition, RelatedRecords } from "./definition.ts";
import type { ImportJob } from "./import-job.ts";
import { findMissingNames, findRowsOfMissing } from "./import-table.ts";
import { textWithNumbers, type ProblemCollector } from "./problem-collector.ts";

/** Finds related records that don't exist. They are a problem unless they are added. */
export async function compareRelated(
  { definition, addable, adds }: ImportJob,
  transaction: Sql,
  problems: ProblemCollector,
): Promise<ImportResult["missing"]> {
  const missing: ImportResult["missing"] = [];
  for (const [field, related] of relatedFields(definition)) {
    const { rows: names, count } = await findMissingNames(transaction, field, related);
    if (count > 0) missing.push({ field, count, names, canAdd: addable.has(field) });
    const limit = adds.has(field) && related.add ? related.add.limit : undefined;
    if (limit !== undefined && count <= limit - (await transaction.$count(related.id.table))) continue;
    const text =
      limit === undefined
        ? "resourceImport:problems.unknown"
        : textWithNumbers("resourceImport:problems.full", { limit });
    const found = await findRowsOfMissing(transaction, field, related);
    problems.add(
      found.rows.map((row) => ({ ...row, kind: "unknown", field, text })),
      found.count,
    );
  }
  return missing;
}

/** Adds the related records that don't exist, for some of the fields. */
export async function addMissingRecords(
  transaction: Sql,
  definition: ImportDefinition,
  adds: ReadonlySet<string>,
): Promise<void> {
  for (const [field, related] of relatedFields(definition)) {
    if (!related.add || !adds.has(field)) continue;
    const { rows } = await findMissingNames(transaction, field, related, related.add.limit);
    if (rows.length > 0)
      await related.add.insert(
        transaction,
        rows.map(({ name }) => name),
      );
  }
}

function relatedFields({ related = {} }: ImportDefinition): [string, RelatedRecords][] {
  return Object.entries(related).flatMap(([field, records]) => (records ? [[field, records]] : []));
}
