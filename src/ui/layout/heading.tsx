import type { ReactNode } from "react";

/** A screen's title. */
export function Heading({ children }: { children: ReactNode }) {
  return <h1 className="font-serif text-3xl font-semibold tracking-tight text-balance">{children}</h1>;
}
