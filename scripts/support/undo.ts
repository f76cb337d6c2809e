import { runGit } from "../../tools/git.ts";
import { UserError } from "../bootstrap/errors.mjs";

/** How to undo a command that began with `requireCommitted`. */
export const undo = "To undo everything: git reset --hard && git clean -fd";

/** @throws UserError if the project's files have changes that git can't restore */
export function requireCommitted(dir: string): void {
  if (runGit(dir, "status", "--porcelain"))
    throw new UserError("Files have uncommitted changes: commit them first, so that you can undo this.");
}

/** From now on, Ctrl-C says how to undo what the command has done until then. */
export function sayUndoWhenStopped(): void {
  process.once("SIGINT", () => {
    console.error(`\nStopped. ${undo}`);
    process.exit(130);
  });
}
