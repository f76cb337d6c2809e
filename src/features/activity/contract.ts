import { listErrors } from "#resource/contract.ts";
import { operation } from "#rpc/operation.ts";
import { activityListInputSchema, activityPageSchema } from "./schema.ts";

export const activityContract = {
  list: operation({ activity: ["read"] })
    .route({
      method: "GET",
      path: "/activity",
      summary: "List who did what, the newest first",
      tags: ["Activity"],
    })
    .input(activityListInputSchema)
    .output(activityPageSchema)
    .errors(listErrors),
};
