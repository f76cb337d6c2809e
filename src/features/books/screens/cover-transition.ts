import "./cover-transition.css";

/** WebKit 2.50 crashes when a cover moves into its page. */
const isWebKit = () => CSS.supports("-webkit-nbsp-mode: normal");
const wantsLessMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The `viewTransition` of links to a book's page: the cover moves into it, unless the user wants less motion. */
export const coverTransition = {
  types: (): string[] | false => (wantsLessMotion() || isWebKit() ? false : ["book-cover"]),
};
