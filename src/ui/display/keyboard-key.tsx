import type { ReactNode } from "react";

/** A keyboard key, for example "Ctrl". */
export function KeyboardKey({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-sm border border-b-2 border-border bg-surface px-1.5 font-sans text-xs leading-5 font-medium text-muted-foreground">
      {children}
    </kbd>
  );
}
