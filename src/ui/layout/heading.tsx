import type { ReactNode, Ref } from "react";

/** The title of a screen. `focusHeading` focuses it. */
export function Heading({ ref, children }: { ref?: Ref<HTMLHeadingElement>; children: ReactNode }) {
  return (
    <h1
      ref={ref}
      tabIndex={-1}
      className="font-serif text-3xl font-semibold tracking-tight text-balance outline-none"
    >
      {children}
    </h1>
  );
}
