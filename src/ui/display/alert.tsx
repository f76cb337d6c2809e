import type { ReactNode } from "react";
import { AlertIcon, InfoIcon, SuccessIcon } from "../icons.ts";

const variants = {
  info: { Icon: InfoIcon, classes: "border-border bg-muted", color: "text-muted-foreground", role: "status" },
  success: {
    Icon: SuccessIcon,
    classes: "border-accent/35 bg-accent/8",
    color: "text-accent",
    role: "status",
  },
  warning: {
    Icon: AlertIcon,
    classes: "border-warning/40 bg-warning/8",
    color: "text-warning",
    role: "alert",
  },
  danger: { Icon: AlertIcon, classes: "border-danger/40 bg-danger/8", color: "text-danger", role: "alert" },
};

type AlertProps = {
  variant?: keyof typeof variants;
  title: ReactNode;
  children?: ReactNode;
  /** For example a button. */
  action?: ReactNode;
  /** Whether screen readers announce it, because it appeared after an action (WCAG 4.1.3). */
  isAnnounced?: boolean;
};

/** A message within the page, shown as long as it applies. For temporary messages use a toast. */
export function Alert({ variant = "info", title, children, action, isAnnounced }: AlertProps) {
  const { Icon, classes, color, role } = variants[variant];
  return (
    <div
      role={isAnnounced ? role : undefined}
      className={`flex items-start gap-3 rounded-surface border px-4 py-3 ${classes}`}
    >
      <Icon className={`mt-0.5 size-5 shrink-0 ${color}`} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1 wrap-anywhere">
          <p className="font-semibold">{title}</p>
          {children && <div className="text-sm">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
