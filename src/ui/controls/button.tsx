import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { Spinner } from "../display/spinner.tsx";

const variants = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent/90",
  secondary: "border-border bg-surface text-foreground hover:bg-muted",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger/90",
  /** Without a border, for toolbars and rows. */
  quiet: "border-transparent text-muted-foreground hover:bg-muted hover:text-foreground",
};

type VariantProps = { variant?: keyof typeof variants };

/** The classes of a button, for other elements. */
export function buttonClasses(variant: keyof typeof variants = "secondary", className = "") {
  return `inline-flex min-h-control items-center justify-center gap-2 rounded-control border px-4 py-1 text-center font-semibold transition-colors duration-150 disabled:opacity-60 ${variants[variant]} ${className}`;
}

type ButtonProps = ComponentProps<"button"> &
  VariantProps & {
    /** Shows a spinner and ignores clicks. Unlike a disabled button it keeps the focus. */
    isBusy?: boolean;
  };

/** A button, 44 px high on touch screens and 36 px otherwise. */
export function Button({
  variant,
  className,
  type = "button",
  isBusy,
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClasses(variant, className)}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & VariantProps & { label: string };

/** A button with only an icon. `label` is its accessible name. */
export function IconButton({
  variant = "quiet",
  label,
  className = "",
  type = "button",
  ...props
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={buttonClasses(variant, `size-control shrink-0 px-0! ${className}`)}
      {...props}
    />
  );
}

/** A plain link that looks like a button. */
export function ButtonAnchor({
  variant,
  className,
  children,
  // The router marks a link to a parent of the page, for example Cancel, as the current page.
  "aria-current": _,
  ...props
}: ComponentProps<"a"> & VariantProps) {
  return (
    <a className={buttonClasses(variant, className)} {...props}>
      {children}
    </a>
  );
}

/** A router link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);
