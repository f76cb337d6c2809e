import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
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

test("a command that does not exist is answered with those that do", () => {
  const { status, stderr } = run("strat");
  expect(status).toBe(2);
  expect(stderr).toContain('There is no command "strat". There are: start, dev, test');
});

test("what a person typed wrongly is a sentence without a stack", () => {
  const { status, stderr } = run("user", "make-admin", "nobody");
  expect(status).toBe(1);
  expect(stderr.trim()).toBe(
    '"nobody" is no e-mail address. Say whom: npm run user -- make-admin someone@example.com',
  );
});

test("every script of package.json is one of the commands", () => {
  const { scripts } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const known = run("").stderr.split("There are: ")[1]?.replace(".", "").trim().split(", ");
  for (const script of Object.values(scripts)) {
    expect(script).toMatch(/^node scripts\/run\.mjs /);
    expect(known).toContain(script.split(" ")[2]);
  }
});
