import { readFileSync, readdirSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runTool } from "../../tools/check/tool.ts";
import { projectDir } from "../support/project.ts";
import type { Plan } from "./plan.ts";

/** `flyleaf` is what a project has of the starter: `npm run update` goes by it. */
type PackageFile = { scripts: Record<string, string>; flyleaf?: { features: string[] } };

/**
 * Deletes the files, lines and scripts of a plan, and the imports that nothing uses without them. Packages, texts,
 * generated files and tables are left.
 */
export async function applyRemoval(dir: string, { names, deleted, changed, scripts }: Plan): Promise<void> {
  for (const file of deleted) {
    rmSync(join(dir, file));
    deleteIfEmpty(dirname(join(dir, file)));
  }
  for (const [file, text] of changed) writeFileSync(join(dir, file), text);
  const path = join(dir, "package.json");
  const content = JSON.parse(readFileSync(path, "utf8")) as PackageFile;
  for (const script of scripts) delete content.scripts[script];
  if (content.flyleaf)
    content.flyleaf.features = content.flyleaf.features.filter((name) => !names.includes(name));
  writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`);
  await removeUnusedImports(
    dir,
    [...changed.keys()].filter((file) => /\.tsx?$/.test(file)),
  );
}

/**
 * Removes unused imports, and formats what is left of the others. Configuration in the folder, which could run code, is not
 * used: `npm run update` does this with versions before the person agrees to run them.
 */
async function removeUnusedImports(dir: string, changed: string[]): Promise<void> {
  if (changed.length === 0) return;
  const files = changed.map((file) => `./${file}`);
  const config = join(import.meta.dirname, "unused-imports.json");
  // A pass leaves what is beside something that it removed.
  for (let findings = ""; ;) {
    const { code, output } = await runTool("oxlint", ["-c", config, "--fix-suggestions", ...files], dir);
    if (code === 0 || output === findings) break;
    findings = output;
  }
  const format = ["-c", join(projectDir, ".oxfmtrc.json"), "--disable-nested-config"];
  await runTool("oxfmt", [...format, ...files], dir);
}

/** Deletes a folder without files, and those above it that are empty without it. */
function deleteIfEmpty(folder: string): void {
  if (readdirSync(folder).length > 0) return;
  rmdirSync(folder);
  deleteIfEmpty(dirname(folder));
}
