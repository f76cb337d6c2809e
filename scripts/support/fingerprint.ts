import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readBuildSource } from "../../tools/build-source.ts";

/** The files that a build depends on, except tests and generated files. */
const sources = [
  "src/**/*",
  "public/**/*",
  "vite.config.ts",
  "tools/{build-source,external-on-server,server-only-files}.ts",
  "package.json",
  "package-lock.json",
];
const ignored = /\.(test|gen)\.tsx?$/;
/** Files from which Vite reads `VITE_` settings. */
const settingsFiles = [".env", ".env.local", ".env.production", ".env.production.local"];

/**
 * A hash that changes whenever a build would change: of sources, packages, `VITE_` settings, and the commit, which is
 * part of the build.
 */
export function buildFingerprint(projectDir: string, env: NodeJS.ProcessEnv): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: projectDir, withFileTypes: true })
    .filter((entry) => entry.isFile() && !ignored.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(`\0${file.slice(projectDir.length)}\0`).update(readFileSync(file));
  hash.update(JSON.stringify([...settingsInFiles(projectDir), ...settingsIn(env)]));
  hash.update(JSON.stringify(readBuildSource(projectDir, env)));
  return hash.digest("hex");
}

function settingsIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env)
    .filter(([name]) => name.startsWith("VITE_"))
    .map(([name, value]) => `${name}=${value}`)
    .sort();
}

function settingsInFiles(projectDir: string): string[] {
  return globSync(settingsFiles, { cwd: projectDir })
    .sort()
    .flatMap((file) => readFileSync(join(projectDir, file), "utf8").split("\n"))
    .filter((line) => /^\s*(export\s+)?VITE_/.test(line));
}
