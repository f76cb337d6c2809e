import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

const looks = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent/90",
  secondary: "border-line bg-sheet text-ink hover:bg-wash",
};

type Look = { look?: keyof typeof looks };

/** The look of a button, for what must be another element. */
export function buttonClasses(look: keyof typeof looks = "secondary", className = "") {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-4 py-1 text-center font-semibold transition-colors duration-150 disabled:opacity-60 lg:min-h-9 ${looks[look]} ${className}`;
}

/** A button; `secondary` unless told. 44 px high on touch, 36 px on a desk. */
export function Button({ look, className, type = "button", ...props }: ComponentProps<"button"> & Look) {
  return <button type={type} className={buttonClasses(look, className)} {...props} />;
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
