import type { DashboardPart } from "#features/dashboard/shared/dashboard-part.ts";
import { TagIcon } from "#ui/icons.ts";

export const part: DashboardPart = {
  topic: "genres",
  total: { name: "genres", label: "genres:title", link: { to: "/manager/genres" } },
  step: {
    total: "genres",
    done: 0,
    order: 1,
    icon: TagIcon,
    title: "genres:title",
    text: "genres:step.text",
    actions: [{ to: "/manager/genres", label: "genres:step.add" }],
  },
};
