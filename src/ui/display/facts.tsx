import type { ReactNode } from "react";

/** Facts about a thing, one below the other: put `Fact`s in it. */
export function Facts({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <dl
      className={`grid grid-cols-[fit-content(40%)_minmax(0,1fr)] content-start gap-x-6 gap-y-3 border-t border-border ${className}`}
    >
      {children}
    </dl>
  );
}

/** A fact and its name. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
