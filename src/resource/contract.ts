import type { ErrorMap } from "@orpc/contract";
import { z } from "zod";
import { operation, type OperationMeta } from "#rpc/operation.ts";
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

export const notFound = { NOT_FOUND: { status: 404, message: "There is no such record." } };

/** An error of a write about some fields, which `fields` names. */
export function fieldError<const Field extends string>(message: string, ...fields: [Field, ...Field[]]) {
  return { status: 409, message, data: z.object({ fields: z.array(z.enum(fields)) }) };
}

type Access = { permission: Permissions } & Pick<OperationMeta, "denial" | "confirmation">;

type AccessByOperation = Record<"list" | "get" | "create" | "update" | "delete", Access>;

/** The resources with the usual four actions. */
type FullResource = {
  [Name in keyof Permissions]-?: "read" | "create" | "update" | "delete" extends NonNullable<
    Permissions[Name]
  >[number]
    ? Name
    : never;
}[keyof Permissions];

/** What the operations on a resource need, if each needs the action of the same name. */
export function accessTo(resource: FullResource): AccessByOperation {
  const to = (action: string) => ({ permission: { [resource]: [action] } as Permissions });
  return {
    list: to("read"),
    get: to("read"),
    create: to("create"),
    update: to("update"),
    delete: to("delete"),
  };
}

/** One kind of record. */
type Resource<
  Schema extends z.ZodType,
  Query extends z.core.$ZodLooseShape,
  Input extends z.core.$ZodLooseShape,
  Update extends z.core.$ZodLooseShape,
  Errors extends ErrorMap,
> = {
  /** The path of the list, for example `/books`. */
  path: `/${string}`;
  /** The heading in the API's documentation: the key of a text ("books:title"), or English. */
  tags: readonly string[];
  /** What each operation needs. */
  access: AccessByOperation;
  record: z.ZodType & Schema;
  /** From `listQuerySchema`. */
  query: z.ZodObject<Query>;
  input: z.ZodObject<Input>;
  /** How an update differs from `PUT` with the whole input. */
  update?: { method: "PUT" | "PATCH"; input: z.ZodObject<Update> };
  /** What writes are rejected for. */
  errors: Errors;
};

/** The usual operations on one kind of record. A contract may use some of them, and add what is special about them. */
export function recordOperations<
  Schema extends z.ZodType,
  Query extends z.core.$ZodLooseShape,
  Input extends z.core.$ZodLooseShape,
  Errors extends ErrorMap,
  Update extends z.core.$ZodLooseShape = Input,
>(resource: Resource<Schema, Query, Input, Update, Errors>) {
  const { path, tags, access, record, query, input, errors } = resource;
  const update = resource.update ?? { method: "PUT", input: input as unknown as z.ZodObject<Update> };
  const start = ({ permission, ...meta }: Access) => operation(permission, meta).route({ tags });
  const changeErrors = {
    ...notFound,
    /** Someone else saved first. */
    VERSION_CONFLICT: {
      status: 409,
      message: "Someone else saved first.",
      data: z.object({ current: record, savedBy: z.string().nullable() }),
    },
  };
  return {
    list: start(access.list)
      .route({ method: "GET", path })
      .input(query.extend(pageQuerySchema.shape))
      .output(pageSchema(record))
      .errors(listErrors),

    get: start(access.get)
      .route({ method: "GET", path: `${path}/{id}` })
      .input(z.object({ id: z.string().max(100) }))
      .output(record)
      .errors(notFound),

    create: start(access.create).route({ method: "POST", path }).input(input).output(record).errors(errors),

    /** Of a record that is still in the given version, as `delete`. */
    update: start(access.update)
      .route({ method: update.method, path: `${path}/{id}` })
      .input(update.input.extend(versionedRefSchema.shape))
      .output(record)
      .errors({ ...changeErrors, ...errors }),

    delete: start(access.delete)
      .route({ method: "DELETE", path: `${path}/{id}` })
      .input(versionedRefSchema)
      .errors(changeErrors),

    /** Deletes those of several records that are still in the given versions. */
    deleteMany: start(access.delete)
      .route({ method: "POST", path: `${path}/deletions` })
      .input(bulkInputSchema)
      .output(bulkDeletionSchema(record)),

    /** Restores those of several records that the caller deleted within the last 10 minutes. */
    restore: start(access.delete)
      .route({ method: "POST", path: `${path}/restorations` })
      .input(z.object({ ids: z.array(z.uuid()).min(1).max(bulkLimit) }))
      .output(z.object({ restored: z.array(z.uuid()) }))
      .errors(errors),
  };
}
