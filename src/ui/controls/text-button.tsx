import type { ComponentProps } from "react";

export const textButtonClasses =
  "inline-flex min-h-control items-center rounded-control text-sm underline underline-offset-4 hover:text-muted-foreground aria-disabled:text-muted-foreground aria-disabled:no-underline";

/** A button that looks like a link. */
export function TextButton(props: ComponentProps<"button">) {
  return <button className={textButtonClasses} {...props} />;
}
