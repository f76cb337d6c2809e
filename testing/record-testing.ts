import type { Page } from "playwright-core";
import { createRecord, deleteRecords, type RecordTable } from "#resource/server/record-store.ts";
import type { TestDatabase } from "./database.ts";
import { operationCallOf } from "./operations.ts";
import type { Write } from "./feature-testing.ts";

/** A resource with the operations of `recordOperations`. */
type TestedRecords<Table extends RecordTable> = {
  /** The name under which src/app lists the feature. */
  feature: string;
  /** As in its activity entries. */
  type: string;
  table: Table;
  /** A valid input, which is what the table stores. */
  values: Table["$inferInsert"];
  /** The field that is the records' name, a text. */
  name: string;
};

/** The writes of a resource. */
export function recordWrites<Table extends RecordTable>({
  feature,
  type,
  table,
  values,
  name,
}: TestedRecords<Table>): Record<string, Write> {
  const subjectName: unknown = Reflect.get(values, name);
  const add = async (database: TestDatabase) => ({
    id: await createRecord(database.sql, table, values),
    version: 1,
  });
  const entryOn = (action: string, subjectId: string) => ({
    action,
    subjectType: type,
    subjectId,
    subjectName,
  });
  return {
    [`${feature}.create`]: async () => ({
      input: values,
      entry: { action: "create", subjectType: type, subjectName, before: null },
    }),
    async [`${feature}.update`](database) {
      const ref = await add(database);
      const entry = { ...entryOn("update", ref.id), subjectName: "New" };
      return {
        input: { ...values, ...ref, [name]: "New" },
        entry: { ...entry, before: { [name]: subjectName }, after: { [name]: "New" } },
      };
    },
    async [`${feature}.delete`](database) {
      const ref = await add(database);
      return { input: ref, entry: { ...entryOn("delete", ref.id), after: null } };
    },
    async [`${feature}.deleteMany`](database) {
      const ref = await add(database);
      return { input: { items: [ref] }, entry: entryOn("delete", ref.id) };
    },
    async [`${feature}.restore`](database, { user }) {
      const { id } = await add(database);
      await deleteRecords(database.sql, table, [id], user.id);
      return { input: { ids: [id] }, entry: entryOn("restore", id) };
    },
  };
}

/** The id of a record for a route's parameter, which is added. */
export function recordParameter(feature: string, values: object) {
  return async (page: Page): Promise<string> => {
    const { id } = await operationCallOf(page.context())<{ id: string }>(`${feature}/create`, values);
    return id;
  };
}
