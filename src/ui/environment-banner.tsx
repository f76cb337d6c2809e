import type { build } from "#lib/build.ts";

/** Shows that this is not the production environment. */
export function EnvironmentBanner({
  name,
  emoji,
  color,
  textColor,
}: NonNullable<(typeof build)["environment"]>) {
  return (
    <aside
      className="environment-banner px-4 py-1 text-center text-sm font-semibold wrap-anywhere"
      style={{ background: color, color: textColor }}
    >
      {emoji && <span aria-hidden>{emoji} </span>}
      <bdi>{name}</bdi>
    </aside>
  );
}
