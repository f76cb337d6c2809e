import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../tools/git.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { parseArguments } from "./support/arguments.ts";
import { projectDir } from "./support/project.ts";

/** `npm run rename`: gives the product another name. */
export async function run(args: string[]): Promise<void> {
  const { positionals, values } = parseArguments(args, {
    help: `Gives the product another name.

Usage: npm run rename -- "My Cellar"
  --force  Renames although files have uncommitted changes.`,
    positionals: "any",
    options: { force: { type: "boolean" } },
  });
  if (positionals.length !== 1) throw new UserError('Type the name in quotes: npm run rename -- "My Cellar"');
  if (!values.force && runGit(projectDir, "status", "--porcelain")) {
    throw new UserError("Files have uncommitted changes. Commit them first, or add --force.");
  }
  const changed = rename(projectDir, positionals[0] ?? "");
  console.log(`Changed: ${changed.join(", ")}

Yours to change: the tagline, description, addresses and email in src/brand/brand.ts; the logo in
src/brand/logo.tsx and the pictures in public/; the colors in src/ui/styles/tokens.css.
Internal names stay, so that sessions, API keys and databases keep working: those of cookies,
settings of SQL and the embedded database, and what API keys start with.`);
}

/**
 * Writes a name into the files of a project that contain it.
 * @param name at most 50 letters, digits, spaces and . & ' -, with a Latin letter or digit for the package's name
 * @returns the files
 * @throws UserError if the name is not valid; then nothing is changed
 */
export function rename(dir: string, name: string): string[] {
  const packageName = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z\d ._-]/g, "")
    .replaceAll(/[ ._-]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .&'-]{0,49}$/u.test(name) || name.endsWith(" ") || !packageName) {
    throw new UserError(
      "A name has 1 to 50 letters, digits, spaces and . & ' -, and a Latin letter or a digit among them.",
    );
  }
  const quoted = JSON.stringify(name);
  const packageField = `"name": ${JSON.stringify(packageName)}`;
  const changes: [file: string, pattern: RegExp, text: string][] = [
    ["src/brand/brand.ts", /(?<=^ {2}name: )".*"(?=,$)/m, quoted],
    ["public/site.webmanifest", /(?<="(short_)?name": )".*"(?=,$)/gm, quoted],
    ["package.json", /"name": ".*"/, packageField],
    // The first two: the file's own, and that of the package at its root.
    [
      "package-lock.json",
      /^(\{\s+)"name": ".*"([^]*?"": \{\s+)"name": ".*"/,
      `$1${packageField}$2${packageField}`,
    ],
    ["README.md", /^# .*/, `# ${name}`],
  ];
  for (const [file, pattern, text] of changes) {
    const path = join(dir, file);
    writeFileSync(path, readFileSync(path, "utf8").replace(pattern, text));
  }
  return changes.map(([file]) => file);
}
