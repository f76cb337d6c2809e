import { UserError } from "../bootstrap/errors.mjs";
import { openTerminal } from "../support/terminal.ts";

/**
 * Asks for the arguments of the command, one after the other, with examples. An answer that is not possible is asked for again.
 * @param check throws a UserError if arguments are not possible
 * @returns the arguments
 */
export async function askForArguments(check: (args: string[]) => unknown): Promise<string[]> {
  const terminal = openTerminal();

  async function ask(question: string, problemOf: (answer: string) => string | undefined): Promise<string> {
    for (;;) {
      const answer = await terminal.ask(question);
      const problem = problemOf(answer);
      if (problem === undefined) return answer;
      console.log(problem);
    }
  }

  const isPossible = (args: string[]) => {
    try {
      check(args);
    } catch (error) {
      if (error instanceof UserError) return error.message;
      throw error;
    }
    return undefined;
  };

  try {
    const what = await ask("What is it: resource, field or page?", (answer) =>
      ["resource", "field", "page"].includes(answer) ? undefined : "Type resource, field or page.",
    );
    if (what === "page")
      return [what, await ask("Its path, for example app/tastings:", (path) => isPossible([what, path]))];
    const example = what === "field" ? "sweetness:choice(dry,sweet)" : "name:text!";
    const noun = await ask("The noun, for example wine or person/people:", (answer) =>
      // Fields are asked for below.
      isPossible([what, answer, what === "field" ? "anyNewField:boolean" : example]),
    );
    if (what === "field")
      return [
        what,
        noun,
        await ask(`The field, for example ${example}:`, (field) => isPossible([what, noun, field])),
      ];
    const fields = [
      await ask("The first field, their name, for example name:text!", (field) =>
        isPossible([what, noun, field]),
      ),
    ];
    for (;;) {
      const field = await ask(
        "The next field, for example bottles:number (Enter if there is none):",
        (answer) => (answer ? isPossible([what, noun, ...fields, answer]) : undefined),
      );
      if (!field) return [what, noun, ...fields];
      fields.push(field);
    }
  } finally {
    terminal.close();
  }
}
