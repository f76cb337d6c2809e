import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { projectDir } from "../../scripts/support/project.ts";
import type { Finding } from "./finding.ts";
import { openProject, type Project } from "./project.ts";

/** A temporary project with these files and this project's packages, deleted after the test. */
export function makeProject(files: Record<string, string>, o: { copied?: string[] } = {}): Project {
  const dir = mkdtempSync(join(tmpdir(), "flyleaf-check-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  symlinkSync(join(projectDir, "node_modules"), join(dir, "node_modules"));
  for (const file of o.copied ?? []) cpSync(join(projectDir, file), join(dir, file));
  const packageFile = JSON.stringify({ name: "made", type: "module", imports: { "#*": "./src/*" } }, null, 2);
  for (const [path, text] of Object.entries({ "package.json": `${packageFile}\n`, ...files })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return openProject(dir);
}

/** Findings as `file:line problem`. */
export function formatted(findings: Finding[]): string[] {
  return findings.map(({ file, line, problem }) => `${[file, line].filter(Boolean).join(":")} ${problem}`);
}
