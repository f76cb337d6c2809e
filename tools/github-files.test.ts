import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brand } from "#brand/brand.ts";
import { removeMarkedLines } from "../scripts/remove/marked-lines.ts";
import { projectDir } from "../scripts/support/project.ts";

const read = (path: string) => readFileSync(join(projectDir, path), "utf8");
const workflows = globSync(".github/workflows/*.yml", { cwd: projectDir });
const workflow = workflows.map(read).join("\n");
const dependabot = read(".github/dependabot.yml");

const scriptsOf = (folder: string) =>
  Object.keys((JSON.parse(read(join(folder, "package.json"))) as { scripts: object }).scripts);

test("the workflow runs the README's test command, with the browser of the lock file", () => {
  const [, command = ""] = /## Test\n+```sh\n(.+)\n/.exec(read("README.md")) ?? [];
  expect(command).toMatch(/^npm /);
  expect(workflow).toMatch(new RegExp(`^ +- run: ${command}$`, "m"));
  const install = workflow.indexOf("playwright-core install --with-deps chromium");
  const browser = workflow.indexOf("CHROMIUM_PATH=");
  expect([install > 0, browser > install, workflow.indexOf(`run: ${command}`) > browser]).toEqual([
    true,
    true,
    true,
  ]);
  const { devDependencies } = JSON.parse(read("package.json")) as { devDependencies: object };
  expect(devDependencies).toHaveProperty("playwright-core");
});

test("the commands of workflows exist", () => {
  const commands = [...workflow.matchAll(/\bnpm (?:--prefix (\S+) )?(?:run )?([\w:-]+)/g)];
  expect(commands.length).toBeGreaterThan(1);
  for (const [command, folder = ".", script = ""] of commands)
    expect(["ci", ...scriptsOf(folder)], command).toContain(script);
});

test("actions are pinned to a commit, and have no right to write", () => {
  const actions = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n/m);
  expect(workflow).not.toMatch(/: write|secrets\./);
});

test("updates are proposed for every folder with packages, for images and for actions", () => {
  const folders = globSync("{package-lock.json,*/package-lock.json}", { cwd: projectDir }).map(
    (file) => `/${file.replace(/\/?package-lock\.json$/, "")}`,
  );
  for (const folder of folders)
    expect(dependabot).toContain(`package-ecosystem: npm\n    directory: ${folder}\n`);
  expect(existsSync(join(projectDir, "Dockerfile"))).toBe(true);
  for (const ecosystem of ["docker", "github-actions"])
    expect(dependabot).toContain(`package-ecosystem: ${ecosystem}\n`);
});

test("a product made of this one gets them without what only this repository has", () => {
  for (const text of [workflow, dependabot])
    for (const own of ["maintainers", brand.name, brand.prefix, "create/", ".ci/"])
      expect(removeMarkedLines(text, "maintainers").toLowerCase()).not.toContain(own.toLowerCase());
});
