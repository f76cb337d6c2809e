import { parseArgs } from "node:util";
import { UserError } from "./errors.mjs";

/**
 * @typedef {{ type: "boolean" | "string", value?: string, short?: string, multiple?: boolean, summary: string }} Option
 *   `value`: what an option of type "string" takes, as a word for its usage
 * @typedef {{ name: string, choices?: string[], summary: string }} Positionals  any number of them, in any order
 * @typedef {{ file: string, summary: string, positionals?: Positionals, options?: Record<string, Option> }} Command
 * @typedef {{ positionals: string[], options: Record<string, string | boolean | (string | boolean)[] | undefined> }} Arguments
 */

/**
 * The commands of package.json. Each `file` exports `run(args)`, which returns an exit code or nothing.
 * @type {Record<string, Command>}
 */
export const commands = {
  start: { file: "./start.ts", summary: "Builds what has changed and serves it as in production." },
  dev: { file: "./dev.ts", summary: "Serves the sources with hot reload." },
  test: {
    file: "./test.ts",
    summary: "Runs the checks, the tests that your changes can affect, and the smoke tests.",
    positionals: {
      name: "part …",
      summary: "Runs only these parts, with all of their tests.",
      choices: ["check", "unit", "database", "browser", "e2e", "engines"],
    },
    options: {
      file: {
        type: "string",
        multiple: true,
        value: "text",
        summary: "Runs only test files with this in their path.",
      },
      name: { type: "string", short: "t", value: "pattern", summary: "Runs only tests whose name matches." },
      all: { type: "boolean", summary: "Runs all tests, as CI does." },
      long: { type: "boolean", summary: "Runs all tests, long ones in full." },
    },
  },
  check: {
    file: "./check.ts",
    summary: "Checks the project without running it, and changes nothing.",
    positionals: {
      name: "check …",
      summary: "Runs only these checks.",
      choices: [
        "types",
        "lint",
        "unused",
        "migrations",
        "texts",
        "dependencies",
        "directions",
        "conformance",
        "format",
        "words",
      ],
    },
    options: { graph: { type: "boolean", summary: "Also prints which layer imports which." } },
  },
  fix: {
    file: "./fix.ts",
    summary: "Fixes lint and format, and writes generated types of texts.",
    positionals: { name: "path …", summary: "Lints and formats only these." },
  },
  build: { file: "./build.ts", summary: "Builds for production, whether or not something has changed." },
  audit: {
    file: "./audit.ts",
    summary: "Fails if a package is older than docs/security.md allows. Needs a network.",
  },
  sbom: {
    file: "./sbom.ts",
    summary: "Prints the software bill of materials (CycloneDX).",
    options: { output: { type: "string", value: "file", summary: "Writes it to a file instead." } },
  },
  user: {
    file: "./user.ts",
    summary: "Makes a user an administrator: npm run user -- make-admin someone@example.com",
    positionals: { name: "make-admin <address>", summary: "The user's email address." },
  },
  "db:migrate": { file: "./database-migrate.ts", summary: "Applies the migrations that are missing." },
  "db:seed": {
    file: "./database-seed.ts",
    summary: "Adds the demo data that is missing.",
    options: {
      accounts: {
        type: "boolean",
        summary: "Adds the demo accounts even if the product or its database isn't on this machine.",
      },
    },
  },
  "db:generate": {
    file: "./database-generate.ts",
    summary: "Writes a migration from the Drizzle tables.",
    options: {
      name: { type: "string", value: "name", summary: "Names the migration's file." },
      custom: { type: "boolean", summary: "Writes an empty migration." },
    },
  },
  bench: {
    file: "./bench.ts",
    summary: "Measures speed.",
    positionals: {
      name: "benchmark …",
      summary: "Runs only these.",
      choices: [
        "books",
        "http",
        "images",
        "live",
        "paint",
        "processes",
        "sign-in",
        "slow-clients",
        "strangers",
        "users",
      ],
    },
    options: {
      count: { type: "string", value: "number", summary: "How many books or users; paint: how many rounds." },
      seconds: {
        type: "string",
        value: "number",
        summary: "http: how long each measurement takes; 3 if not given.",
      },
      only: { type: "string", value: "text", summary: "http: only requests whose name contains this." },
    },
  },
  lighthouse: {
    file: "./lighthouse.ts",
    summary:
      "Runs Lighthouse on the main pages; fails if a category has less than 100. Needs a network once.",
    positionals: { name: "path …", summary: "Measures only these pages." },
    options: {
      count: {
        type: "string",
        value: "number",
        summary: "Runs for each page, of which the median counts: 3 if not given.",
      },
    },
  },
  fuzz: {
    file: "./fuzz.ts",
    summary: "Sends odd requests to everything that the product does, and prints those that fail.",
    options: {
      minutes: { type: "string", value: "number", summary: "How long: 60 if not given." },
      seed: { type: "string", value: "number", summary: "Repeats the requests of an earlier run." },
    },
  },
  storybook: {
    file: "./storybook.ts",
    summary: "Shows every component at http://localhost:6006.",
    positionals: {
      name: "build",
      summary: "Writes Storybook to storybook-static/ instead.",
      choices: ["build"],
    },
  },
  "bundle-size": {
    file: "./bundle-size.ts",
    summary: "Prints the size of each component, and of the scripts of the last build's pages.",
  },
};

/** Thrown for arguments that a command doesn't have. The message lists those that it has. */
export class UsageError extends UserError {}

/**
 * @param {string} name of a command
 * @param {string[]} args
 * @returns {Arguments | "help"} "help" where the arguments ask for it
 * @throws {UsageError}
 */
export function parseArguments(name, args) {
  const { positionals: expected, options = {} } = commandOf(name);
  /** @param {string} problem */
  const fail = (problem) => new UsageError(`${problem}\n\n${usage(name)}`);
  try {
    const { values, positionals } = parseArgs({
      args,
      strict: true,
      allowPositionals: true,
      options: { ...options, help: { type: "boolean", short: "h" } },
    });
    if (values.help) return "help";
    const unknown = positionals.find((each) => !expected || !(expected.choices ?? [each]).includes(each));
    if (unknown !== undefined) throw fail(`Unknown argument "${unknown}".`);
    return { positionals, options: values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw fail(error.message.replace(/\. .*/s, "."));
  }
}

/**
 * The arguments that a command takes, or a list of all commands where none is named.
 * @param {string} [name]
 */
export function usage(name) {
  if (name === undefined) {
    const lines = Object.entries(commands).map(([each, { summary }]) => [typed(each), summary]);
    return `Commands:\n${table(lines)}\n\nAdd "-- --help" to a command to see its arguments.`;
  }
  const { summary, positionals, options = {} } = commandOf(name);
  const placeholder = positionals ? ` [${positionals.name}]` : "";
  const lines = Object.entries(options).map(([option, { short, value, summary: text }]) => [
    `--${option}${short ? `, -${short}` : ""}${value ? ` <${value}>` : ""}`,
    text,
  ]);
  if (positionals) lines.unshift([positionals.name, positionals.summary]);
  if (positionals?.choices) lines.splice(1, 0, ["", positionals.choices.join(", ")]);
  return `${summary}\n\nUsage: ${typed(name)} --${placeholder} [options]\n${table([...lines, ["--help, -h", "Prints this."]])}`;
}

/** @param {string} name */
function commandOf(name) {
  const command = commands[name];
  if (!command) throw new UsageError(`There is no command "${name}".\n\n${usage()}`);
  return command;
}

/** @param {string} name */
function typed(name) {
  return name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`;
}

/** @param {string[][]} lines pairs of a term and its meaning */
function table(lines) {
  const width = Math.max(...lines.map(([term = ""]) => term.length));
  return lines.map(([term = "", meaning]) => `  ${term.padEnd(width)}  ${meaning}`).join("\n");
}
