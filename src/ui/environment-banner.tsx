type EnvironmentBannerProps = { name: string; emoji: string | undefined; color: string };

/** Tells that this is not production: the environment's name, emoji and colour. The one thing allowed to shout. */
export function EnvironmentBanner({ name, emoji, color }: EnvironmentBannerProps) {
  return (
    <p
      className="environment-banner px-4 py-1 text-center text-sm font-semibold"
      style={{ "--banner": color } as React.CSSProperties}
    >
      {emoji && <span aria-hidden>{emoji} </span>}
      <bdi>{name}</bdi>
    </p>
  );
}
