import { os } from "@orpc/server";
import type { OperationContext } from "#rpc/context.ts";

/** With Redis, what an operation has changed applies in this process before its caller is answered. */
export const afterWrite = os.$context<OperationContext>().middleware(async ({ context, next, procedure }) => {
  if (procedure["~orpc"].route.method === "GET") return await next();
  try {
    return await next();
  } finally {
    context.database.redis?.afterWrite();
  }
});
