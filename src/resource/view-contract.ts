import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import type { Permissions } from "#rpc/permissions.ts";
import { fieldError, notFound } from "./contract.ts";
import { savedViewSchema, viewInputSchema, viewLimit } from "./view-schema.ts";

const writeErrors = { DUPLICATE_VIEW: fieldError("Name already used.", "name") };

const idSchema = z.object({ id: z.uuid() });

export type ViewOperations = ReturnType<typeof viewOperations>;

/**
 * The operations on the saved views of a list. Those for everyone need the permission that `viewsApi` gets.
 * @param read the permission to read the list, and so to have own views of it
 */
export function viewOperations(
  read: Permissions,
  { path: listPath, tags }: { path: `/${string}`; tags: readonly string[] },
) {
  const path = `${listPath}/views` as const;
  return {
    list: operation(read)
      .route({ method: "GET", path, tags })
      .output(z.object({ views: z.array(savedViewSchema).max(2 * viewLimit), canShare: z.boolean() })),

    create: operation(read)
      .route({ method: "POST", path, tags })
      .input(viewInputSchema.extend({ isShared: z.boolean().default(false) }))
      .output(savedViewSchema)
      .errors({
        ...writeErrors,
        TOO_MANY_VIEWS: { status: 409, message: `There are ${viewLimit} views already.` },
      }),

    update: operation(read)
      .route({ method: "PATCH", path: `${path}/{id}`, tags })
      .input(viewInputSchema.partial().extend(idSchema.shape))
      .output(savedViewSchema)
      .errors({ ...notFound, ...writeErrors }),

    delete: operation(read)
      .route({ method: "DELETE", path: `${path}/{id}`, tags })
      .input(idSchema)
      .errors(notFound),
  };
}
