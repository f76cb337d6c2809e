const chip =
  "flex min-h-control max-w-full items-center gap-2 rounded-full border px-4 text-sm whitespace-nowrap transition-colors duration-150";
const current = "border-foreground bg-foreground font-semibold text-background";
const other = "border-border bg-surface text-muted-foreground hover:bg-muted hover:text-foreground";

/** The classes of a filter's choice. @param isCurrent whether the list is filtered by it */
export function chipClasses(isCurrent: boolean): string {
  return `${chip} ${isCurrent ? current : other}`;
}
