import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "./bootstrap/commands.mjs";
import { projectDir } from "./support/project.ts";

function run(...args: string[]) {
  return spawnSync(process.execPath, [join(projectDir, "scripts/run.mjs"), ...args], {
    encoding: "utf8",
    cwd: "/",
    env: { ...process.env, CI: "true" },
  });
}

test("an unknown command is an error that lists the commands", () => {
  const { status, stderr } = run("strat");
  expect(status).toBe(2);
  expect(stderr).toContain('There is no command "strat".');
  expect(stderr).toContain("npm start");
});

test("an unknown argument is an error that prints the usage, and nothing is started", () => {
  const { status, stdout, stderr } = run("dev", "--prot=3001");
  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr.trim()).toMatch(/^Unknown option '--prot'.\n\n.*\n\nUsage: npm run dev/);
});

test("--help prints the usage, of a command or of all", () => {
  const { status, stdout } = run("dev", "--help");
  expect([status, stdout]).toEqual([0, expect.stringContaining("Usage: npm run dev")]);
  expect(run("--help").stdout).toContain("npm run dev");
});

test("an error of the user is a sentence without a stack", () => {
  const { status, stderr } = run("user", "make-admin", "ada");
  expect(status).toBe(1);
  expect(stderr.trim()).toBe(
    '"ada" is not an email address. Type: npm run user -- make-admin someone@example.com, or npm run user -- remove-passkeys someone@example.com',
  );
});

test("every script of package.json is one of the commands, and the reverse", () => {
  const { scripts } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const names = Object.values(scripts).map((script) => /^node scripts\/run\.mjs (\S+)/.exec(script)?.[1]);
  expect(new Set(names)).toEqual(new Set(Object.keys(commands)));
});
