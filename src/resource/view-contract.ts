import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import type { Permissions } from "#rpc/permissions.ts";
import { fieldError, notFound } from "./contract.ts";
import { savedViewSchema, viewInputSchema, viewLimit } from "./view-schema.ts";

const writeErrors = { DUPLICATE_VIEW: fieldError("Name already used.", "name") };

const createErrors = {
  ...writeErrors,
  TOO_MANY_VIEWS: { status: 409, message: `There are ${viewLimit} views already.` },
};

const idSchema = z.object({ id: z.uuid() });
const updateSchema = viewInputSchema.partial().extend(idSchema.shape);

export type ViewOperations = ReturnType<typeof viewOperations>;

/**
 * The operations on the saved views of a list.
 * @param read the permission to read the list, and so to have own views of it
 * @param share the permission to save, change and delete views for everyone
 */
export function viewOperations(
  read: Permissions,
  share: Permissions,
  { path, tags }: { path: `/${string}`; tags: readonly string[] },
) {
  const own = `${path}/views` as const;
  const shared = `${path}/shared-views` as const;
  return {
    list: operation(read)
      .route({ method: "GET", path: own, summary: "List your saved views and those for everyone", tags })
      .output(z.object({ views: z.array(savedViewSchema).max(2 * viewLimit), canShare: z.boolean() })),

    create: operation(read)
      .route({ method: "POST", path: own, summary: "Save a view for yourself", tags })
      .input(viewInputSchema)
      .output(savedViewSchema)
      .errors(createErrors),

    update: operation(read)
      .route({ method: "PATCH", path: `${own}/{id}`, summary: "Change a view of yours", tags })
      .input(updateSchema)
      .output(savedViewSchema)
      .errors({ ...notFound, ...writeErrors }),

    delete: operation(read)
      .route({ method: "DELETE", path: `${own}/{id}`, summary: "Delete a view of yours", tags })
      .input(idSchema)
      .errors(notFound),

    createShared: operation(share)
      .route({ method: "POST", path: shared, summary: "Save a view for everyone", tags })
      .input(viewInputSchema)
      .output(savedViewSchema)
      .errors(createErrors),

    updateShared: operation(share)
      .route({ method: "PATCH", path: `${shared}/{id}`, summary: "Change a view for everyone", tags })
      .input(updateSchema)
      .output(savedViewSchema)
      .errors({ ...notFound, ...writeErrors }),

    deleteShared: operation(share)
      .route({ method: "DELETE", path: `${shared}/{id}`, summary: "Delete a view for everyone", tags })
      .input(idSchema)
      .errors(notFound),
  };
}
