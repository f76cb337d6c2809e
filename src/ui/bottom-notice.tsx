import type { ReactNode } from "react";

/** A text in a place at the bottom of the screen. */
export function NoticeText({ children }: { children: ReactNode }) {
  return <p className="rounded-surface bg-foreground px-4 py-2 text-sm text-background">{children}</p>;
}

/** A place at the bottom of the screen, above bars, for what a page says until it is no longer so. */
export function BottomNotice({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar-height,0px)+1rem+env(safe-area-inset-bottom))] z-20 grid justify-items-center gap-2 px-4 max-lg:bottom-20"
    >
      {children}
    </div>
  );
}
