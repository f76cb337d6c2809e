/** Why the product can't start, and what to do; the message is shown to the user. */
export class StartError extends Error {
  override name = "StartError";
  readonly isForUsers = true;
}
