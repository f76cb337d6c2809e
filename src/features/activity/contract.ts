import { listErrors } from "#resource/contract.ts";
import { operation } from "#rpc/operation.ts";
import { activityListInputSchema, activityPageSchema } from "./schema.ts";

export const activityContract = {
  list: operation({ activity: ["read"] })
    .route({ method: "GET", path: "/activity", tags: ["activity:title"] })
    .input(activityListInputSchema)
    .output(activityPageSchema)
    .errors(listErrors),
};
