import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { activityContract } from "./contract.ts";
import { listActivity, readPosition } from "./store.ts";

const activity = implement(activityContract).$context<OperationContext>();

export const activityApi = {
  list: activity.list.handler(async ({ input: { after, limit, ...query }, context, errors }) => {
    const position = after === undefined ? undefined : readPosition(after);
    if (after !== undefined && !position) throw errors.BAD_CURSOR({ data: { fields: ["after"] } });
    return await listActivity(context.database.sql, query, { after: position, limit });
  }),
};
