import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Permissions } from "#rpc/permissions.ts";
import type { ViewOperations } from "#resource/view-contract.ts";
import { type SavedView, type ViewInput, viewLimit } from "#resource/view-schema.ts";
import { recordActivity } from "#server/activity/record-activity.ts";
import type { Sql } from "#server/database/connect.ts";
import { mapConstraint } from "#server/database/postgres-errors.ts";
import {
  countSavedViews,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  lockSavedView,
  updateSavedView,
  type ViewOwner,
} from "./store.ts";

type Errors = {
  NOT_FOUND: () => Error;
  DUPLICATE_VIEW: (options: { data: { fields: "name"[] } }) => Error;
  TOO_MANY_VIEWS: () => Error;
};

type Call<Input, Code extends keyof Errors> = {
  input: Input;
  context: OperationContext;
  errors: Pick<Errors, Code>;
};

/**
 * Implements `viewOperations`. Changes of views for everyone are recorded in the activity.
 * @param list the list's name in the database
 * @param share the permission that the operations on views for everyone need
 */
export function viewsApi(contract: ViewOperations, list: string, share: Permissions) {
  const views = implement(contract).$context<OperationContext>();
  const own = writes((context) => ({ list, ownerId: requireCaller(context).user.id }));
  const shared = writes(() => ({ list, ownerId: null }));
  return {
    list: views.list.handler(async ({ context }) => {
      const { user } = requireCaller(context);
      return {
        views: await listSavedViews(context.database.sql, list, user.id),
        canShare: context.access.canUser(user, share),
      };
    }),
    create: views.create.handler(own.create),
    update: views.update.handler(own.update),
    delete: views.delete.handler(own.delete),
    createShared: views.createShared.handler(shared.create),
    updateShared: views.updateShared.handler(shared.update),
    deleteShared: views.deleteShared.handler(shared.delete),
  };
}

function writes(ownerOf: (context: OperationContext) => ViewOwner) {
  /** Runs a write in a transaction, with an activity entry if the view is for everyone. */
  async function write<After extends SavedView | undefined>(
    context: OperationContext,
    change: (transaction: Sql, owner: ViewOwner) => Promise<{ before?: SavedView; after: After }>,
  ): Promise<After> {
    const owner = ownerOf(context);
    return await context.database.sql.transaction(async (transaction) => {
      const { before, after } = await change(transaction, owner);
      const subject = after ?? before;
      if (owner.ownerId === null && subject)
        await recordActivity(transaction, context, {
          action: before ? (after ? "update" : "delete") : "create",
          subject: { type: "view", id: subject.id, name: subject.name },
          ...(before && { before: activityFields(owner, before) }),
          ...(after && { after: activityFields(owner, after) }),
        });
      return after;
    });
  }

  async function lock(transaction: Sql, owner: ViewOwner, id: string, errors: Pick<Errors, "NOT_FOUND">) {
    const view = await lockSavedView(transaction, owner, id);
    if (!view) throw errors.NOT_FOUND();
    return view;
  }

  return {
    create: async ({ input, context, errors }: Call<ViewInput, "DUPLICATE_VIEW" | "TOO_MANY_VIEWS">) =>
      await write(context, async (transaction, owner) => {
        if ((await countSavedViews(transaction, owner)) >= viewLimit) throw errors.TOO_MANY_VIEWS();
        return { after: await createSavedView(transaction, owner, input) };
      }).catch(mapDuplicate(errors)),

    update: async ({
      input: { id, ...changes },
      context,
      errors,
    }: Call<Partial<ViewInput> & { id: string }, "NOT_FOUND" | "DUPLICATE_VIEW">) =>
      await write(context, async (transaction, owner) => {
        const before = await lock(transaction, owner, id, errors);
        return { before, after: await updateSavedView(transaction, before, changes) };
      }).catch(mapDuplicate(errors)),

    delete: async ({ input: { id }, context, errors }: Call<{ id: string }, "NOT_FOUND">) => {
      await write(context, async (transaction, owner) => {
        const before = await lock(transaction, owner, id, errors);
        await deleteSavedView(transaction, id);
        return { before, after: undefined };
      });
    },
  };
}

function mapDuplicate(errors: Pick<Errors, "DUPLICATE_VIEW">) {
  return mapConstraint({
    list_view_name_unique: () => errors.DUPLICATE_VIEW({ data: { fields: ["name"] } }),
  });
}

function activityFields({ list }: ViewOwner, { name, search }: SavedView) {
  const parameters = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]));
  return { name, list, search: parameters.toString() };
}
