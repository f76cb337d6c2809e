/** Something goes on. Decoration: whoever shows it says `aria-busy` or tells in words. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return <span className={`spinner shrink-0 ${className}`} aria-hidden />;
}
