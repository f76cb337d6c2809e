import type { ReactNode } from "react";

/** A screen's title. It takes the focus when one comes from another screen (focus-heading.ts). */
export function Heading({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="font-serif text-3xl font-semibold tracking-tight text-balance outline-none">
      {children}
    </h1>
  );
}
