import type { ReactNode } from "react";

/** A place at the bottom of the screen, above bars, for what a page says until it is no longer so. */
export function BottomNotice({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar-height,0px)+1rem+env(safe-area-inset-bottom))] z-20 grid justify-items-center px-4 max-lg:bottom-20"
    >
      {children}
    </div>
  );
}
