import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectDir } from "../../scripts/support/project.ts";

/** A copy of the build with one more migration, until the test ends. @returns its folder */
export function makeNextRelease(migration: { name: string; text: string }): string {
  const folder = mkdtempSync(join(tmpdir(), "app-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const part of ["package.json", "dist", "migrations"])
    cpSync(join(projectDir, part), join(folder, part), { recursive: true });
  symlinkSync(join(projectDir, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, `migrations/${migration.name}.sql`), migration.text);
  return folder;
}

/** Applies a release's migrations with its command, as docs/deploy.md says. */
export function startMigrating(folder: string, databaseUrl: string) {
  const { PATH, HOME } = process.env;
  const child: ChildProcess = spawn(process.execPath, [join(folder, "dist/server/main.js"), "migrate"], {
    env: { PATH, HOME, DATABASE_URL: databaseUrl },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { output: () => output, ended, kill: () => child.kill("SIGKILL") };
}
