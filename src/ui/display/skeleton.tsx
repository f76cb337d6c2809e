type SkeletonProps = {
  /** The size; by default a full-width line of text. */
  className?: string;
};

/** A placeholder with the size of content that is loading. Decorative: its container has `aria-busy`. */
export function Skeleton({ className = "my-[calc((1lh-1em)/2)] h-[1em]" }: SkeletonProps) {
  return (
    <span
      // The border is visible in forced-colors mode only.
      className={`block max-w-full rounded-control border border-transparent bg-muted ${className}`}
      aria-hidden
    />
  );
}
