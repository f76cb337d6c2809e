/** A line at the foot of a sidebar: a link or a button. */
export const sidebarItemClass =
  "flex min-h-9 w-full items-center gap-3 rounded-control px-3 text-start text-sm text-muted-foreground hover:bg-surface/60 hover:text-foreground";
