import { brand } from "#brand/brand.ts";
import { build } from "#lib/build.ts";

/** The title of the document (specification, "Page title"). Every screen renders one. */
export function PageTitle({ children: title }: { children?: string }) {
  return <title>{documentTitle(title, build.environment)}</title>;
}

/** A page's title with the prefix of the environment and the product's name. */
function documentTitle(
  title: string | undefined,
  environment: { name: string; emoji: string | undefined } | undefined,
): string {
  const prefix = environment ? `${environment.emoji ?? `[${environment.name}]`} ` : "";
  return prefix + (title ? `${title} | ${brand.name}` : brand.name);
}
