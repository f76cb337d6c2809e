/**
 * Packs the starter for create-flyleaf: `npm pack` runs it. Its files are those of the repository's last commit, without
 * what only its maintainers need.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { applyRemoval } from "../scripts/remove/apply.ts";
import { readOptionalFeatures } from "../scripts/remove/optional-features.ts";
import { listFiles, planRemoval } from "../scripts/remove/plan.ts";

const clone = mkdtempSync(join(tmpdir(), "create-"));
try {
  execFileSync("git", ["clone", "--quiet", dirname(import.meta.dirname), clone]);
  applyRemoval(clone, planRemoval(clone, ["maintainers"]));
  execFileSync("git", ["add", "--all"], { cwd: clone });
  const files = listFiles(clone).map((path) => ({
    path,
    isExecutable: (statSync(join(clone, path)).mode & 0o100) !== 0,
    base64: readFileSync(join(clone, path)).toString("base64"),
  }));
  const { version } = JSON.parse(readFileSync(join(clone, "package.json"), "utf8")) as { version: string };
  const declared = [...readOptionalFeatures(clone)].map(([name, { description }]) => [
    name,
    { description, removes: [name] },
  ]);
  const optional = {
    books: { description: "Books and genres, as an example.", removes: ["books", "genres"] },
    ...Object.fromEntries(declared),
  };
  const folder = join(import.meta.dirname, "template");
  mkdirSync(folder, { recursive: true });
  const packed = gzipSync(JSON.stringify({ version, files, optional }), { level: 9 });
  writeFileSync(join(folder, "template.json.gz"), packed);
} finally {
  rmSync(clone, { recursive: true });
}
