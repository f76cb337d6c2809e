import type { QueryClient } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { TextKey } from "#i18n/text-key.ts";
import type { Topic } from "#rpc/permissions.ts";
import type { ChartLink } from "#ui/charts/column-chart.tsx";

/** A total with its change, by its name in the figures. */
export type TotalCard = { name: string; label: TextKey; link?: ChartLink };

/** Numbers by day, by their name in the figures. */
export type DailyChart = {
  name: string;
  /** `count` is the number of a day in words. */
  texts: Record<"title" | "heading" | "count" | "empty", TextKey>;
  /** Where days lead, from a first to a last one. */
  link?: (from: string, to: string) => ChartLink;
  tone?: "accent" | "warm";
};

/** One of the first things to do in a new installation: until there are more than `done` of a total. */
export type FirstStep = {
  total: string;
  done: number;
  /** The steps are in this order. */
  order: number;
  icon: ComponentType<{ className?: string }>;
  title: TextKey;
  text: TextKey;
  actions: readonly { to: NonNullable<LinkProps["to"]>; label: TextKey }[];
};

/** What a feature adds to the dashboard: its `parts/dashboard.tsx` exports it as `part`. */
export type DashboardPart = {
  /** Its changes change the figures. */
  topic: Topic;
  total: TotalCard;
  /** The dashboard shows steps instead of charts and cards until each is done. */
  step?: FirstStep;
  chart?: DailyChart;
  /** Cards below the charts, and what loads their data. */
  cards?: readonly ComponentType[];
  load?: (queryClient: QueryClient) => Promise<unknown>;
};
