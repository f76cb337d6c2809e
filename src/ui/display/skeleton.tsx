type SkeletonProps = {
  /** Its size, where it is not a line of text as wide as there is room. */
  className?: string;
};

/**
 * The place of something that is still to come, as large as that will be, so that nothing moves when it has. As it
 * is, it takes a line of text. Decoration: what contains it says `aria-busy`.
 */
export function Skeleton({ className = "my-[calc((1lh-1em)/2)] h-[1em]" }: SkeletonProps) {
  return (
    <span
      // The border can't be seen, but for forced colours, which know no grounds.
      className={`block max-w-full rounded-control border border-transparent bg-muted ${className}`}
      aria-hidden
    />
  );
}
