import { implement } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";
import { codeContract } from "./contract.ts";

const operations = implement(codeContract).$context<OperationContext>();

export const codeApi = {
  readMailDelay: operations.readMailDelay.handler(({ context }) => ({ isLate: context.mail.isLate() })),
};
