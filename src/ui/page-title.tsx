import { brand } from "#brand/brand.ts";
import { build } from "#lib/build.ts";

/** The title of the document (specification, "Page title"). Every screen renders one. */
export function PageTitle({ children: title }: { children?: string }) {
  const { environment } = build;
  const prefix = environment ? `${environment.emoji ?? `[${environment.name}]`} ` : "";
  return <title>{prefix + (title ? `${title} | ${brand.name}` : brand.name)}</title>;
}
