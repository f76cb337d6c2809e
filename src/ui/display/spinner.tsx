/** A loading indicator. Decorative: use `aria-busy` or a text with it. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return <span className={`spinner shrink-0 ${className}`} aria-hidden />;
}
