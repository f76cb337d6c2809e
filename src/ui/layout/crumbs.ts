import { useMatches, type LinkProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { TextKey } from "#i18n/text-key.ts";

/** A page's place in the area: its name, and the way to it. */
export type Crumb = { label: string; to?: LinkProps["to"] };

/**
 * Where the current page stands, from the area down to itself. A route names its crumb by a text's key
 * (`staticData.crumb`), or where the name is data, by what its loader gives (`{ crumb }`).
 */
export function useCrumbs(): Crumb[] {
  const { t } = useTranslation();
  const textOf = t as (key: TextKey) => string;
  const places = useMatches().flatMap(({ staticData: { crumb }, loaderData, pathname }) => {
    const label = crumb ? textOf(crumb) : nameIn(loaderData);
    return label ? [{ label, to: pathname as LinkProps["to"] }] : [];
  });
  return places.map(({ label, to }, index) => (index < places.length - 1 ? { label, to } : { label }));
}

function nameIn(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("crumb" in data)) return undefined;
  return typeof data.crumb === "string" ? data.crumb : undefined;
}
