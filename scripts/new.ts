import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { generate } from "./database-generate.ts";
import { fix } from "./fix.ts";
import { askForArguments } from "./new/ask.ts";
import { kinds } from "./new/kinds.ts";
import { parseResourceNames } from "./new/names.ts";
import { parseFields } from "./new/parse.ts";
import { findReference } from "./new/references.ts";
import type { Plan } from "./new/plan.ts";
import { planPage } from "./new/page.ts";
import { findResource, planField, planResource } from "./new/resource.ts";
import { parseArguments } from "./support/arguments.ts";
import { projectDir } from "./support/project.ts";
import { requireCommitted, sayUndoWhenStopped, undo } from "./support/undo.ts";

const help = `Writes a resource, a field of one, or a page. Without arguments, it asks.

Usage: npm run new -- resource <noun> <field …>
       npm run new -- field <noun> <field>
       npm run new -- page <area>/<name>

A noun is a word, for example wine, or with its plural person/people. Without a plural, -y after a consonant becomes -ies;
-s, -x, -z, -ch and -sh get -es; all others get -s.
A field is name:kind, and name:kind! if it is required. The first text is the name of the records. Kinds:
${Object.values(kinds)
  .map(({ example }) => `  ${example}`)
  .join("\n")}

For example:
  npm run new -- resource wine name:text! bottles:number "region:choice(north,south)" "owner:ref(user)"
  npm run new -- field wine "sweetness:choice(dry,sweet)"
  npm run new -- page app/tastings`;

/** `npm run new`: writes a resource, a field of one, or a page. */
export async function run(args: string[]): Promise<number> {
  const { positionals } = parseArguments(args, { help, positionals: "any" });
  requireCommitted(projectDir);
  const isAsked = positionals.length === 0 && process.stdin.isTTY;
  const given = isAsked ? await askForArguments((each) => planOf(projectDir, each)) : positionals;
  await write(planOf(projectDir, given));
  return 0;
}

/** What a command writes. Changes nothing. @throws UserError if that is not possible */
export function planOf(dir: string, [what, name, ...texts]: string[]): Plan {
  if (what !== "resource" && what !== "field" && what !== "page")
    throw new UserError(
      what ? `"${what}" can't be written: write resource, field or page.\n\n${help}` : help,
    );
  if (name === undefined) throw new UserError(`Say which ${what}, as in:\n\n${help}`);
  if (what === "page") {
    if (texts[0]) throw new UserError(`A page has only a path: leave out "${texts[0]}".`);
    return planPage(dir, name);
  }
  if (texts.length === 0)
    throw new UserError(
      `Give "${name}" fields: npm run new -- ${what} ${name} ${what === "field" ? "bottles:number" : "name:text!"}`,
    );
  const reference = (each: string) => findReference(dir, each);
  if (what === "resource") {
    const names = parseResourceNames(name);
    return planResource(dir, names, parseFields(texts, names, reference));
  }
  const names = findResource(dir, name);
  const [field, ...rest] = parseFields(texts, names, reference);
  if (!field || rest.length > 0) throw new UserError("Add one field at a time.");
  return planField(dir, names, field);
}

async function write({ files, left, migration }: Plan): Promise<void> {
  sayUndoWhenStopped();
  const steps = createSteps();
  try {
    await steps.run(`Writing ${files.size} files`, () => writeFiles(files));
    await steps.run("Generating routes and texts", async () => {
      const problems = await fix({ files: [...files.keys()] });
      if (problems) throw new UserError(problems);
    });
    if (migration) await steps.run("Writing the migration", () => writeMigration(migration));
  } catch (error) {
    console.error(`\nThis step failed. ${undo}`);
    throw error;
  }
  const todo = [
    ...left.map((each) => `add to ${each}`),
    "translate the texts that begin with TODO: (npm run check -- texts lists them)",
    "look at git diff, run npm run check and npm test, and commit",
  ];
  console.log(`\nWhat is left to do:\n${todo.map((each) => `- ${each}`).join("\n")}\n${undo}`);
}

function writeFiles(files: Plan["files"]): void {
  for (const [file, text] of files) {
    const path = join(projectDir, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

async function writeMigration({ name, note, calls }: NonNullable<Plan["migration"]>): Promise<void> {
  const [file] = await generate(projectDir, name);
  if (!file) throw new UserError("No migration was written: the migrations make these tables already.");
  const path = join(projectDir, file);
  const statements = [readFileSync(path, "utf8").trim(), ...calls];
  writeFileSync(path, `${note}\n${statements.join("\n--> statement-breakpoint\n")}\n`);
}
