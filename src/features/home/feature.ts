import { HomeIcon } from "#ui/icons.ts";
import type { Feature } from "../feature.ts";

export const homeFeature = {
  app: {
    texts: ["home"],
    sidebar: [{ to: "/app", label: "home:title", icon: HomeIcon, exact: true }],
  },
} as const satisfies Feature;
