import { check } from "../tools/check/index.ts";
import { runChild } from "./bootstrap/child.mjs";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { fix } from "./fix.ts";
import { applyRemoval } from "./remove/apply.ts";
import { writeDropMigration } from "./remove/drop-migration.ts";
import { type Plan, planRemoval, removableFeatures } from "./remove/plan.ts";
import { deleteUnusedTexts } from "./remove/unused-texts.ts";
import { parseArguments } from "./support/arguments.ts";
import { projectDir } from "./support/project.ts";
import { confirm, unchanged } from "./support/terminal.ts";
import { requireCommitted, sayUndoWhenStopped, undo } from "./support/undo.ts";

/** `npm run remove`: removes features from the product. */
export async function run(args: string[]): Promise<number> {
  const { positionals: named, values } = parseArguments(args, {
    help: `Removes features: their code, tables, texts, tests, packages and documentation.

Usage: npm run remove -- <feature …>
  --drop-tables  Writes a migration that drops their tables with all rows. Export or back up first what you need.
  --yes          Does not ask.

Features: ${removableFeatures(projectDir).join(", ")}`,
    positionals: "any",
    options: { "drop-tables": { type: "boolean" }, yes: { type: "boolean" } },
  });
  if (named.length === 0)
    throw new UserError(`Name what to remove: ${removableFeatures(projectDir).join(", ")}`);
  requireCommitted(projectDir);
  const plan = planRemoval(projectDir, named);
  console.log(describePlan(plan));
  if (plan.hasTables && !values["drop-tables"])
    throw new UserError(`This deletes data: add --drop-tables. Before that, run npm run backup -- <file>.`);
  if (!values.yes && !(await confirm("Go on?"))) throw new UserError(unchanged);
  sayUndoWhenStopped();
  const steps = createSteps();
  await steps.run("Removing files and lines", () => applyRemoval(projectDir, plan));
  if (plan.packages.length > 0) await steps.run("Removing packages", () => removePackages(plan.packages));
  await steps.run("Generating routes and texts", async () => {
    deleteUnusedTexts(projectDir, plan.texts);
    await fix();
  });
  const migration = plan.hasTables ? await writeDropMigration(plan.names, plan.sql) : undefined;
  const { failed } = await check();
  if (failed > 0) {
    console.log(`\nThe checks name what still uses ${plan.names.join(" and ")}. ${undo}`);
    return 1;
  }
  console.log(`\nRemoved ${plan.names.join(" and ")}.${migration ? ` ${migration} drops the tables at the next start.` : ""}
Look at git diff, run npm test, and commit. ${undo}`);
  return 0;
}

function describePlan({ deleted, changed, packages, descriptions }: Plan): string {
  const folders = Map.groupBy(deleted, (file) =>
    file
      .split("/")
      .slice(0, file.startsWith("src/") ? 3 : 2)
      .join("/"),
  );
  const places = [...folders].map(([folder, files]) =>
    files.length > 1 ? `${folder} (${files.length})` : files[0],
  );
  return [
    ...descriptions,
    `Deletes ${deleted.length} files:\n  ${places.join("\n  ")}`,
    ...(changed.size > 0
      ? [`Deletes lines of ${changed.size} files:\n  ${[...changed.keys()].join("\n  ")}`]
      : []),
    ...(packages.length > 0 ? [`Removes packages: ${packages.join(", ")}`] : []),
  ].join("\n");
}

/** Takes packages out of package.json and the lock file. The next command uninstalls them. */
async function removePackages(packages: string[]): Promise<void> {
  const args = ["uninstall", "--package-lock-only", "--no-audit", "--no-fund", ...packages];
  const { code, output } = await runChild("npm", args, { quiet: true });
  if (code !== 0) throw new UserError(`npm could not remove the packages:\n${output}`);
}
