import type { ReactNode } from "react";

const variants = {
  neutral: "border-border bg-muted text-foreground",
  accent: "border-accent/30 bg-accent/8 text-accent",
  warning: "border-warning/35 bg-warning/8 text-warning",
  danger: "border-danger/30 bg-danger/8 text-danger",
};

type BadgeProps = { variant?: keyof typeof variants; children: ReactNode };

/** A short status, for example "Not verified". */
export function Badge({ variant = "neutral", children }: BadgeProps) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 rounded-full border px-2.5 py-0.5 text-sm wrap-anywhere ${variants[variant]}`}
    >
      {children}
    </span>
  );
}
