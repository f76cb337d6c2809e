import { implement } from "@orpc/server";
import { callerTransaction } from "#rpc/caller-transaction.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller, requirePermission } from "#rpc/enforce-permission.server.ts";
import type { Permissions } from "#rpc/permissions.ts";
import type { ViewOperations } from "#resource/view-contract.ts";
import { type SavedView, viewLimit } from "#resource/view-schema.ts";
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
} from "./store.ts";

/**
 * Implements `viewOperations`. Changes of views for everyone are recorded in the activity.
 * @param list the list's name in the database
 * @param share the permission to save, change and delete views for everyone
 */
export function viewsApi(contract: ViewOperations, list: string, share: Permissions) {
  const views = implement(contract).$context<OperationContext>();

  /** A view of the caller, or one for everyone if they may change it. @throws NOT_FOUND or FORBIDDEN */
  async function lock(
    transaction: Sql,
    context: OperationContext,
    { id, errors }: { id: string; errors: { NOT_FOUND: () => Error } },
  ): Promise<SavedView> {
    const view = await lockSavedView(transaction, { list, userId: requireCaller(context).user.id, id });
    if (!view) throw errors.NOT_FOUND();
    if (view.isShared) requirePermission(context, share);
    return view;
  }

  async function record(
    transaction: Sql,
    context: OperationContext,
    action: "create" | "update" | "delete",
    { before, after }: { before?: SavedView; after?: SavedView },
  ): Promise<void> {
    const subject = after ?? before;
    if (!subject?.isShared) return;
    await recordActivity(transaction, context, {
      action,
      subject: { type: "view", id: subject.id, name: subject.name },
      ...(before && { before: activityFields(list, before) }),
      ...(after && { after: activityFields(list, after) }),
    });
  }

  return {
    list: views.list.handler(async ({ context }) => {
      const { user } = requireCaller(context);
      return {
        views: await listSavedViews(context.database.sql, list, user.id),
        canShare: context.access.canUser(user, share),
      };
    }),

    create: views.create.handler(async ({ input: { isShared, ...input }, context, errors }) => {
      const { user } = isShared ? requirePermission(context, share) : requireCaller(context);
      const owner = { list, ownerId: isShared ? null : user.id };
      const created = callerTransaction(context, async (transaction) => {
        if ((await countSavedViews(transaction, owner)) >= viewLimit) throw errors.TOO_MANY_VIEWS();
        const after = await createSavedView(transaction, owner, input);
        await record(transaction, context, "create", { after });
        return after;
      });
      return await created.catch(mapDuplicate(errors));
    }),

    update: views.update.handler(async ({ input: { id, ...changes }, context, errors }) => {
      const updated = callerTransaction(context, async (transaction) => {
        const before = await lock(transaction, context, { id, errors });
        const after = await updateSavedView(transaction, before, changes);
        await record(transaction, context, "update", { before, after });
        return after;
      });
      return await updated.catch(mapDuplicate(errors));
    }),

    delete: views.delete.handler(async ({ input: { id }, context, errors }) => {
      await callerTransaction(context, async (transaction) => {
        const before = await lock(transaction, context, { id, errors });
        await deleteSavedView(transaction, id);
        await record(transaction, context, "delete", { before });
      });
    }),
  };
}

function mapDuplicate(errors: { DUPLICATE_VIEW: (options: { data: { fields: "name"[] } }) => Error }) {
  return mapConstraint({
    list_view_name_unique: () => errors.DUPLICATE_VIEW({ data: { fields: ["name"] } }),
  });
}

function activityFields(list: string, { name, search }: SavedView) {
  const parameters = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]));
  return { name, list, search: parameters.toString() };
}
