import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { UserError } from "../bootstrap/errors.mjs";

/** A command's arguments: what it prints for `--help`, its options, and what it takes besides them (anything for "any"). */
type Expected<Options> = { help: string; options?: Options; positionals?: readonly string[] | "any" };

/**
 * Parses the arguments of a command. `--help` prints its help and exits.
 * @throws UserError with the help for an argument that it doesn't have
 */
export function parseArguments<const Options extends ParseArgsOptionsConfig = Record<never, never>>(
  args: string[],
  { help, options, positionals: choices = [] }: Expected<Options>,
) {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(help);
    process.exit();
  }
  try {
    const parsed = parseArgs({ args, allowPositionals: true, options: (options ?? {}) as Options });
    const unknown =
      choices === "any" ? undefined : parsed.positionals.find((each) => !choices.includes(each));
    if (unknown !== undefined) throw new TypeError(`Unknown argument "${unknown}".`);
    return parsed;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UserError(`${error.message.replace(/\. .*/s, ".")}\n\n${help}`);
  }
}
