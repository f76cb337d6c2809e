import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { applyRemoval } from "../scripts/remove/apply.ts";
import { readOptionalFeatures } from "../scripts/remove/optional-features.ts";
import { planRemoval } from "../scripts/remove/plan.ts";
import { projectDir } from "../scripts/support/project.ts";
import { readPacked } from "../scripts/update/packed.mjs";

/** `npm run pack`: packs create-flyleaf into this folder, for `npm publish`. */
export async function run(): Promise<void> {
  await packTemplate(projectDir, join(projectDir, "create/template"));
  execFileSync("npm", ["pack", "--pack-destination", import.meta.dirname], {
    cwd: join(projectDir, "create"),
    stdio: "inherit",
  });
}

/**
 * Packs the starter into template.json.gz, beside what reads it: the files of a repository's last commit, without what only
 * its maintainers need.
 * @param dir the repository
 * @param folder where the file is written
 */
export async function packTemplate(dir: string, folder: string): Promise<void> {
  const clone = mkdtempSync(join(tmpdir(), "create-"));
  try {
    execFileSync("git", ["clone", "--quiet", dir, clone]);
    const changelog = readFileSync(join(clone, "CHANGELOG.md"), "utf8");
    const { version } = JSON.parse(readFileSync(join(clone, "package.json"), "utf8")) as { version: string };
    await applyRemoval(clone, planRemoval(clone, ["maintainers"]));
    execFileSync("git", ["add", "--all"], { cwd: clone });
    const list = execFileSync("git", ["ls-files", "-z"], { cwd: clone, encoding: "utf8" });
    const files = list
      .split("\0")
      .filter(Boolean)
      .map((path) => ({
        path,
        isExecutable: (statSync(join(clone, path)).mode & 0o100) !== 0,
        base64: readFileSync(join(clone, path)).toString("base64"),
      }));
    const declared = [...readOptionalFeatures(clone)].map(([name, { description, language }]) => [
      name,
      { description: description.replace(/(?<=\.) .*/, ""), language, removes: [name] },
    ]);
    const optional = {
      books: { description: "Books and genres, as an example.", removes: ["books", "genres"] },
      ...Object.fromEntries(declared),
    };
    mkdirSync(folder, { recursive: true });
    const packed = gzipSync(JSON.stringify({ version, files, optional, changelog }), { level: 9 });
    writeFileSync(join(folder, "template.json.gz"), packed);
    copyFileSync(join(clone, "scripts/update/packed.mjs"), join(folder, "packed.mjs"));
    // Paths that it rejects must not be published.
    readPacked(dirname(folder));
  } finally {
    rmSync(clone, { recursive: true });
  }
}
