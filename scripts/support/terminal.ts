import { createInterface } from "node:readline/promises";
import { UserError } from "../bootstrap/errors.mjs";

/** Asks questions in the terminal, before a command changes anything. */
export function openTerminal() {
  const terminal = createInterface(process.stdin, process.stdout);
  return {
    /** @returns the answer without surrounding spaces @throws UserError at Ctrl-C */
    async ask(question: string): Promise<string> {
      try {
        return (await terminal.question(`${question} `)).trim();
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === "ABORT_ERR" ? new UserError(unchanged) : error;
      }
    },
    close: () => terminal.close(),
  };
}

export const unchanged = "Nothing was changed.";

/** Asks whether to go on. @throws UserError without a terminal */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UserError("Add --yes to go on without being asked.");
  const terminal = openTerminal();
  const answer = await terminal.ask(`${question} (y/N)`).finally(terminal.close);
  return /^y(es)?$/i.test(answer);
}
