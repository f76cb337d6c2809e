type EnvironmentBannerProps = { name: string; emoji: string | undefined; color: string };

/** Shows that this is not the production environment. */
export function EnvironmentBanner({ name, emoji, color }: EnvironmentBannerProps) {
  return (
    <p
      className="environment-banner px-4 py-1 text-center text-sm font-semibold"
      style={{ "--banner-color": color } as React.CSSProperties}
    >
      {emoji && <span aria-hidden>{emoji} </span>}
      <bdi>{name}</bdi>
    </p>
  );
}
