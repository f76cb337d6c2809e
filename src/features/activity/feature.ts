import { ActivityIcon } from "#ui/icons.ts";
import type { Feature } from "../feature.ts";

export const activityFeature = {
  permissions: { activity: { read: ["admin"] } },
  topics: { activity: { activity: ["read"] } },
  manager: {
    texts: ["activity"],
    sidebar: [
      {
        to: "/manager/activity",
        label: "activity:title",
        icon: ActivityIcon,
        heading: "areas:configuration",
      },
    ],
  },
} as const satisfies Feature;
