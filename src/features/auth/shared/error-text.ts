/** The text of an error's code in the reader's language (specification, section 8). */
export { authErrorOf, loadErrorText } from "../errors/error-text.ts";
