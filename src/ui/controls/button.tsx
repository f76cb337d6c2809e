import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { Spinner } from "../display/spinner.tsx";

const looks = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent/90",
  secondary: "border-line bg-sheet text-ink hover:bg-wash",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger/90",
  /** Without a box until it is pointed at: in bars and rows. */
  quiet: "border-transparent text-ink-soft hover:bg-wash hover:text-ink",
};

type Look = { look?: keyof typeof looks };

/** The look of a button, for what must be another element. */
export function buttonClasses(look: keyof typeof looks = "secondary", className = "") {
  return `inline-flex min-h-control items-center justify-center gap-2 rounded-control border px-4 py-1 text-center font-semibold transition-colors duration-150 disabled:opacity-60 ${looks[look]} ${className}`;
}

type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Its work goes on: a spinner, and pressing again does nothing. It keeps the focus, as a disabled one would not. */
    isBusy?: boolean;
  };

/** A button; `secondary` unless told. 44 px high on touch, 36 px on a desk. */
export function Button({
  look,
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
      className={buttonClasses(look, className)}
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

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & Look & { label: string };

/** A button that is only an icon; `label` is its accessible name. */
export function IconButton({
  look = "quiet",
  label,
  className = "",
  type = "button",
  ...props
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={buttonClasses(look, `size-control shrink-0 px-0! ${className}`)}
      {...props}
    />
  );
}

/** A link, out of the product or by plain navigation, that looks like a button. */
export function ButtonAnchor({ look, className, children, ...props }: ComponentProps<"a"> & Look) {
  return (
    <a className={buttonClasses(look, className)} {...props}>
      {children}
    </a>
  );
}

/** A link between screens that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);
