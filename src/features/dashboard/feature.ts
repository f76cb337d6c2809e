import { ChartIcon } from "#ui/icons.ts";
import type { Feature } from "../feature.ts";

export const dashboardFeature = {
  manager: {
    texts: ["dashboard"],
    sidebar: [
      { to: "/manager/dashboard", label: "dashboard:title", icon: ChartIcon, heading: "areas:application" },
    ],
  },
} as const satisfies Feature;
