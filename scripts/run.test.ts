import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "./support/project.ts";

function run(...args: string[]) {
  return spawnSync(process.execPath, [join(projectDir, "scripts/run.mjs"), ...args], {
    encoding: "utf8",
    cwd: "/",
    env: { ...process.env, CI: "true" },
  });
}

test("an unknown argument is an error that prints the usage, and nothing is started", () => {
  const { status, stdout, stderr } = run("dev", "--prot=3001");
  expect(status).toBe(1);
  expect(stdout).toBe("");
  expect(stderr.trim()).toMatch(/^Unknown option '--prot'.\n\nServes the sources/);
});

test("--help prints what a command does", () => {
  const { status, stdout } = run("dev", "--help");
  expect([status, stdout]).toEqual([0, "Serves the sources with hot reload.\n"]);
});

test("an error of the user is a sentence without a stack", () => {
  const { status, stderr } = run("user", "make-admin", "ada");
  expect(status).toBe(1);
  expect(stderr.trim()).toMatch(
    /^"ada" is not an email address. Type: npm run user -- make-admin someone@example.com[^\n]*$/,
  );
});
