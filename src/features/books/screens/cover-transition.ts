import "./cover-transition.css";

/** The `viewTransition` of links to a book's page: the cover moves into it, unless the user wants less motion. */
export const coverTransition = {
  types: (): string[] | false =>
    matchMedia("(prefers-reduced-motion: reduce)").matches ? false : ["book-cover"],
};
