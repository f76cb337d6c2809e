/** A loading indicator. Decorative: use `aria-busy` or a text with it. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return (
    <span
      className={`inline-block shrink-0 animate-[spin_700ms_linear_infinite] rounded-full border-2 border-current border-e-transparent ${className}`}
      aria-hidden
    />
  );
}
