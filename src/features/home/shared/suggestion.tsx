import type { ReactNode } from "react";

/** The element of a thing to try: an icon and a `Suggestion`. */
export const suggestionClass = "flex w-full items-center gap-3 rounded-control px-2 py-2.5 text-start";

/** The texts of a thing to try. */
export function Suggestion({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className="grid min-w-0 flex-1">
      <span className="font-semibold">{title}</span>
      <span className="text-sm text-muted-foreground">{children}</span>
    </span>
  );
}
