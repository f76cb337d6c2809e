import { operation } from "#rpc/operation.ts";
import { dashboardSchema } from "./schema.ts";

export const dashboardContract = {
  /** Each figure also needs the permission to list what it counts. */
  get: operation({ apps: ["manager"] })
    .route({ method: "GET", path: "/dashboard", tags: ["dashboard:title"] })
    .output(dashboardSchema),
};
