import { useMatches, type LinkProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { TextKey } from "#i18n/text-key.ts";

export type BreadcrumbItem = { label: string; to?: LinkProps["to"] };

/**
 * The breadcrumb of the current page, from the area down to the page itself. A route's label is a text key
 * (`staticData.breadcrumb`) or data that its loader returns (`{ breadcrumb }`).
 */
export function useBreadcrumbs(): BreadcrumbItem[] {
  const { t } = useTranslation();
  const translate = t as (key: TextKey) => string;
  const items = useMatches().flatMap(({ staticData: { breadcrumb }, loaderData, pathname }) => {
    const label = breadcrumb ? translate(breadcrumb) : loadedLabel(loaderData);
    return label ? [{ label, to: pathname as LinkProps["to"] }] : [];
  });
  return items.map(({ label, to }, index) => (index < items.length - 1 ? { label, to } : { label }));
}

function loadedLabel(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("breadcrumb" in data)) return undefined;
  return typeof data.breadcrumb === "string" ? data.breadcrumb : undefined;
}
