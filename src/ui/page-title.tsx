import { brand } from "#brand/brand.ts";
import { build } from "#build.ts";

/** Environment prefix, title, " | " and the product's name (specification, "Page title"). */
function pageTitle(title?: string): string {
  const { environment } = build;
  const prefix = environment ? `${environment.emoji ?? `[${environment.name}]`} ` : "";
  return prefix + (title ? `${title} | ${brand.name}` : brand.name);
}

/** The document's title: each screen renders one, so that it follows the language and what the screen shows. */
export function PageTitle({ children }: { children?: string }) {
  return <title>{pageTitle(children)}</title>;
}
