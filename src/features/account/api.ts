import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { callerOf } from "#rpc/permission.ts";
import { accountContract } from "./contract.ts";
import { onboard } from "./store.ts";

const account = implement(accountContract).$context<OperationContext>();

export const accountApi = {
  onboard: account.onboard.handler(async ({ input, context }) => {
    await onboard(context.database.sql, callerOf(context).user.id, input.name);
    return { name: input.name };
  }),
};
