import type { FeatureTesting } from "../../../testing/feature-testing.ts";

export const testing: FeatureTesting = {
  permissions: { user: { activity: [] }, admin: { activity: ["read"] } },
  lists: ["/manager/activity"],
};
