import { randomUUID } from "node:crypto";
import { isUuid } from "#lib/uuid.ts";
import { callerTransaction } from "#rpc/caller-transaction.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { ActivityFields } from "#server/activity/changed-fields.ts";
import { type ActivityEntry, recordActivity } from "#server/activity/record-activity.ts";
import { findLastSave } from "#server/activity/store.ts";
import type { Sql } from "#server/database/connect.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import { pipeline } from "#server/database/transactions.ts";
import type { BulkDeletion, VersionConflict, VersionedRecord } from "../schema.ts";
import {
  createRecord,
  deleteRecord,
  deleteRecords,
  lockRecords,
  type RecordTable,
  restoreRecords,
  updateRecord,
} from "./record-store.ts";

/** One kind of record. */
type Resource<
  Table extends RecordTable,
  Item extends VersionedRecord,
  Constraints extends ConstraintErrors,
> = {
  table: Table;
  /** Reads those of the records that exist, in any order. */
  find: (database: Sql, ids: readonly string[]) => Promise<Item[]>;
  /** The type of its activity entries, for example `book`. */
  type: string;
  nameOf: (record: Item) => string;
  /** The values that activity entries compare. */
  activityFields: (record: Item) => ActivityFields;
  /** The error for each constraint that a person's input may violate, by the constraint's name. */
  constraintErrors: Constraints;
};

/** An error's code, and the fields that it is about: a `fieldError` of the contract. */
type ConstraintErrors = Readonly<Record<string, { code: string; fields: readonly string[] }>>;

/** The errors that the contract needs for the constraints. */
type WriteErrors<Constraints extends ConstraintErrors> = {
  [Name in keyof Constraints as Constraints[Name]["code"]]: (options: {
    data: { fields: Constraints[Name]["fields"][number][] };
  }) => unknown;
};

type Call<Input, Errors> = { input: Input; context: OperationContext; errors: Errors };

type NotFound = { NOT_FOUND: () => unknown };

type WriteConflicts<Item> = NotFound & {
  VERSION_CONFLICT: (options: { data: VersionConflict<Item> }) => unknown;
};

/**
 * What the usual operations of a contract do: `books.get.handler(handlers.get)`. Each write and its activity entry are
 * committed together.
 */
export function recordHandlers<
  Table extends RecordTable,
  Item extends VersionedRecord,
  const Constraints extends ConstraintErrors,
>({ table, find, type, nameOf, activityFields, constraintErrors }: Resource<Table, Item, Constraints>) {
  const entryOf = (
    action: "create" | "update" | "delete" | "restore",
    record: Item,
    { before, after }: { before?: Item; after?: Item },
  ): ActivityEntry => ({
    action,
    subject: { type, id: record.id, name: nameOf(record) },
    ...(before && { before: activityFields(before) }),
    ...(after && { after: activityFields(after) }),
  });

  /** The errors of violated constraints, for `mapConstraint`. */
  function errorsOf(errors: object): Record<string, () => unknown> {
    const constructors = errors as Record<
      string,
      (options: { data: { fields: readonly string[] } }) => unknown
    >;
    const constraints = Object.entries(constraintErrors);
    return Object.fromEntries(
      constraints.map(([name, { code, fields }]) => [name, () => constructors[code]?.({ data: { fields } })]),
    );
  }

  /** A record that the transaction's own statements have shown to exist. */
  async function findKnown(transaction: Sql, id: string): Promise<Item> {
    const [record] = await find(transaction, [id]);
    if (!record) throw new Error("The record is not found");
    return record;
  }

  /** Locks a record in the version that the caller saw. @throws if it is in another version, or deleted */
  async function lockSeen(transaction: Sql, { id, version }: VersionedRef, errors: WriteConflicts<Item>) {
    const [[locked], [record]] = await pipeline(
      () => lockRecords(transaction, table, [id]),
      () => find(transaction, [id]),
    );
    if (record && locked?.version === version) return record;
    throw await conflictOf(transaction, id, errors);
  }

  /** The error of a caller who saw another version of a record, or one that is deleted. */
  async function conflictOf(transaction: Sql, id: string, errors: WriteConflicts<Item>) {
    const [current] = await find(transaction, [id]);
    if (!current) return errors.NOT_FOUND();
    const lastSave = await findLastSave(transaction, type, id);
    return errors.VERSION_CONFLICT({ data: { current, savedBy: lastSave?.name ?? null } });
  }

  return {
    async get({ input: { id }, context, errors }: Call<{ id: string }, NotFound>): Promise<Item> {
      const [record] = isUuid(id) ? await find(context.database.sql, [id]) : [];
      if (!record) throw errors.NOT_FOUND();
      return record;
    },

    /** @param check throws if no more records may be stored */
    async create(
      { input, context, errors }: Call<Table["$inferInsert"], WriteErrors<Constraints>>,
      check = async (_transaction: Sql): Promise<void> => {},
    ): Promise<Item> {
      const created = callerTransaction(context, async (transaction) => {
        const id = randomUUID();
        const [, , record] = await pipeline(
          () => check(transaction),
          () => createRecord(transaction, table, { ...input, id }),
          () => findKnown(transaction, id),
        );
        await recordActivity(transaction, context, entryOf("create", record, { after: record }));
        return record;
      });
      return await created.catch(mapConstraint(errorsOf(errors)));
    },

    async update({
      input,
      context,
      errors,
    }: Call<
      VersionedRef & Partial<Table["$inferInsert"]>,
      WriteErrors<Constraints> & WriteConflicts<Item>
    >): Promise<Item> {
      const updated = callerTransaction(context, async (transaction) => {
        const [[before], isUpdated, [record]] = await pipeline(
          () => find(transaction, [input.id]),
          () => updateRecord(transaction, table, input),
          () => find(transaction, [input.id]),
        );
        // It may also have changed since `before` was read.
        if (!isUpdated || before?.version !== input.version || !record)
          throw await conflictOf(transaction, input.id, errors);
        await recordActivity(transaction, context, entryOf("update", record, { before, after: record }));
        return record;
      });
      return await updated.catch(mapConstraint(errorsOf(errors)));
    },

    async delete({ input, context, errors }: Call<VersionedRef, WriteConflicts<Item>>): Promise<void> {
      await callerTransaction(context, async (transaction) => {
        const record = await lockSeen(transaction, input, errors);
        await deleteRecord(transaction, table, record.id);
        await recordActivity(transaction, context, entryOf("delete", record, { before: record }));
      });
    },

    async deleteMany({
      input: { items },
      context,
    }: Call<{ items: VersionedRef[] }, unknown>): Promise<BulkDeletion<Item>> {
      return await callerTransaction(context, async (transaction) => {
        const versions = new Map(items.map(({ id, version }) => [id, version]));
        const locked = await lockRecords(transaction, table, [...versions.keys()]);
        const records = await find(
          transaction,
          locked.map(({ id }) => id),
        );
        const seen = records.filter(({ id, version }) => versions.get(id) === version);
        const changed = records.filter((record) => !seen.includes(record));
        const missing = new Set(versions.keys()).difference(new Set(records.map(({ id }) => id)));
        const deleted = seen.map(({ id }) => id);
        await deleteRecords(transaction, table, deleted, requireCaller(context).user.id);
        const entries = seen.map((record) => entryOf("delete", record, { before: record }));
        await recordActivity(transaction, context, ...entries);
        return {
          deleted,
          failures: [
            ...[...missing].map((id) => ({ id, code: "NOT_FOUND" as const })),
            ...changed.map((current) => ({ id: current.id, code: "VERSION_CONFLICT" as const, current })),
          ],
        };
      });
    },

    /** Only for records with which no others are deleted. */
    async restore({
      input: { ids },
      context,
      errors,
    }: Call<{ ids: string[] }, WriteErrors<Constraints>>): Promise<{ restored: string[] }> {
      const result = callerTransaction(context, async (transaction) => {
        const restored = await restoreRecords(transaction, table, ids, requireCaller(context).user.id);
        const records = await find(transaction, restored);
        const entries = records.map((record) => entryOf("restore", record, { after: record }));
        await recordActivity(transaction, context, ...entries);
        return { restored };
      });
      return await result.catch(mapConstraint(errorsOf(errors)));
    },
  };
}
