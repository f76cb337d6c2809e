import { callerOf, implementContract } from "#rpc/implement.ts";
import { accountContract } from "./contract.ts";
import { onboard } from "./store.ts";

const account = implementContract(accountContract);

export const accountApi = {
  onboard: account.onboard.handler(async ({ input, context }) => {
    await onboard(context.database.sql, callerOf(context).user.id, input.name);
    return { name: input.name };
  }),
};
