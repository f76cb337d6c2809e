import type { ReactNode } from "react";

/** The title of a screen. `useFocusOnNavigation` focuses it. */
export function Heading({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="font-serif text-3xl font-semibold tracking-tight text-balance outline-none">
      {children}
    </h1>
  );
}
