import type { ErrorMap } from "@orpc/contract";
import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import type { Permissions } from "#rpc/permissions.ts";
import { versionedRefSchema } from "#rpc/versioned-ref.ts";
import { bulkDeletionSchema, bulkInputSchema, bulkLimit, pageQuerySchema, pageSchema } from "./schema.ts";

export const badCursorError = {
  status: 400,
  message: "This position is not in the list.",
  data: z.object({ fields: z.array(z.literal("after")) }),
} as const;

/** The errors of an operation that reads a page of a list. `fields` names the parameter that the error is about. */
export const listErrors = { BAD_CURSOR: badCursorError };

/** What the operations on one kind of record share. */
type Records<Schema extends z.ZodType> = {
  /** The path of the list, for example `/books`. */
  path: `/${string}`;
  /** The heading in the API's documentation. */
  tags: readonly string[];
  record: Schema;
};

export const notFound = { NOT_FOUND: { status: 404, message: "There is no such record." } };

/** An error of a write about some fields, which `fields` names. */
export function fieldError<const Field extends string>(message: string, ...fields: [Field, ...Field[]]) {
  return { status: 409, message, data: z.object({ fields: z.array(z.enum(fields)) }) };
}

/** Someone else saved first. */
export function versionConflict<Schema extends z.ZodType>(record: Schema) {
  return {
    VERSION_CONFLICT: {
      status: 409,
      message: "Someone else saved first.",
      data: z.object({ current: record, savedBy: z.string().nullable() }),
    },
  };
}

/** Lists records, page by page. @param query from `listQuerySchema` */
function listRecords<Schema extends z.ZodType, Shape extends z.core.$ZodLooseShape>(
  permission: Permissions,
  { path, tags, record }: Records<Schema>,
  summary: string,
  query: z.ZodObject<Shape>,
) {
  return operation(permission)
    .route({ method: "GET", path, summary, tags })
    .input(query.extend(pageQuerySchema.shape))
    .output(pageSchema(record))
    .errors(listErrors);
}

/** Gets a record. */
function getRecord<Schema extends z.ZodType>(
  permission: Permissions,
  { path, tags, record }: Records<Schema>,
  summary: string,
) {
  return operation(permission)
    .route({ method: "GET", path: `${path}/{id}`, summary, tags })
    .input(z.object({ id: z.string().max(100) }))
    .output(record)
    .errors(notFound);
}

/** Adds a record. */
export function createRecord<Schema extends z.ZodType, Input extends z.ZodObject>(
  permission: Permissions,
  { path, tags, record }: Records<Schema>,
  summary: string,
  input: Input,
) {
  return operation(permission).route({ method: "POST", path, summary, tags }).input(input).output(record);
}

/**
 * Updates a record that is still in the given version.
 * @param method `PATCH` if the input may have some of the fields only
 */
export function updateRecord<Schema extends z.ZodType, Shape extends z.core.$ZodLooseShape>(
  permission: Permissions,
  { path, tags, record }: Records<Schema>,
  summary: string,
  input: z.ZodObject<Shape>,
  method: "PUT" | "PATCH" = "PUT",
) {
  return operation(permission)
    .route({ method, path: `${path}/{id}`, summary, tags })
    .input(input.extend(versionedRefSchema.shape))
    .output(record)
    .errors({ ...notFound, ...versionConflict(record) });
}

/** Deletes a record that is still in the given version. */
export function deleteRecord<Schema extends z.ZodType>(
  permission: Permissions,
  { path, tags, record }: Records<Schema>,
  summary: string,
) {
  return operation(permission)
    .route({ method: "DELETE", path: `${path}/{id}`, summary, tags })
    .input(versionedRefSchema)
    .errors({ ...notFound, ...versionConflict(record) });
}

/** Deletes those of several records that are still in the given versions. */
function deleteRecords<Schema extends z.ZodType>(
  permission: Permissions,
  { path, tags, record }: Records<Schema>,
  summary: string,
) {
  return operation(permission)
    .route({ method: "POST", path: `${path}/deletions`, summary, tags })
    .input(bulkInputSchema)
    .output(bulkDeletionSchema(record));
}

/** Restores those of several records that the caller deleted within the last 10 minutes. */
export function restoreRecords<Schema extends z.ZodType>(
  permission: Permissions,
  { path, tags }: Records<Schema>,
  summary: string,
) {
  return operation(permission)
    .route({ method: "POST", path: `${path}/restorations`, summary, tags })
    .input(z.object({ ids: z.array(z.uuid()).min(1).max(bulkLimit) }))
    .output(z.object({ restored: z.array(z.uuid()) }));
}

/** The name of a kind of record, for summaries: "a book" and "books". */
type Nouns = { one: string; many: string };

/** All of the operations above. */
export function recordOperations<
  Schema extends z.ZodType,
  Query extends z.core.$ZodLooseShape,
  Input extends z.core.$ZodLooseShape,
  Errors extends ErrorMap,
>(
  /** The permission for an action. */
  permissionTo: (action: "read" | "create" | "update" | "delete") => Permissions,
  records: Records<Schema>,
  { one, many }: Nouns,
  /** From `listQuerySchema`. */
  query: z.ZodObject<Query>,
  input: z.ZodObject<Input>,
  /** What writes are rejected for. */
  errors: Errors,
) {
  return {
    list: listRecords(permissionTo("read"), records, `List, search and sort ${many}`, query),
    get: getRecord(permissionTo("read"), records, `Get ${one}`),
    create: createRecord(permissionTo("create"), records, `Add ${one}`, input).errors(errors),
    update: updateRecord(permissionTo("update"), records, `Update ${one}`, input).errors(errors),
    delete: deleteRecord(permissionTo("delete"), records, `Delete ${one}`),
    deleteMany: deleteRecords(permissionTo("delete"), records, `Delete several ${many} together`),
    restore: restoreRecords(permissionTo("delete"), records, `Undo deletions of ${many}`).errors(errors),
  };
}
