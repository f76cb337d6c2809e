import { brand } from "#brand/brand.ts";
import { build } from "#lib/build.ts";

/** Specification, "Page title". */
function pageTitle(title?: string): string {
  const { environment } = build;
  const prefix = environment ? `${environment.emoji ?? `[${environment.name}]`} ` : "";
  return prefix + (title ? `${title} | ${brand.name}` : brand.name);
}

/** The title of the document. Every screen renders one. */
export function PageTitle({ children }: { children?: string }) {
  return <title>{pageTitle(children)}</title>;
}
