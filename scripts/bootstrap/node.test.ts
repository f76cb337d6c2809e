import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { projectDir } from "../support/project.ts";
import { silentSteps, temporaryFolder } from "../support/testing.ts";
import { findNode, isNewEnough, pinnedNode } from "./node.mjs";

afterEach(() => vi.unstubAllEnvs());

test.for([
  ["20.19.4", false],
  ["22.17.1", false],
  ["22.18.0", true],
  ["23.11.0", false],
  ["24.0.0", true],
  ["v26.1.0", true],
] as const)("Node %s can run the project: %s", ([version, expected]) => {
  expect(isNewEnough(version)).toBe(expected);
});

/** A replacement for npm: records its runs, and installs a program as Node's package for this system. */
function fakeNpm(program = process.execPath) {
  const folder = temporaryFolder({
    "npm-cli.js": `const { appendFileSync, mkdirSync, readFileSync, symlinkSync } = require("node:fs");
      const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
      appendFileSync(__dirname + "/ran", process.argv.slice(2).join(" ") + " " + JSON.stringify(packages) + "\\n");
      const [, path] = Object.keys(packages);
      mkdirSync(path + "/bin", { recursive: true });
      symlinkSync(${JSON.stringify(program)}, path + "/bin/" + (process.platform === "win32" ? "node.exe" : "node"));`,
  });
  vi.stubEnv("npm_execpath", join(folder, "npm-cli.js"));
  const steps = silentSteps();
  return {
    steps,
    find: () => findNode({ cacheDir: join(folder, "cache"), steps }),
    runs: () => readFileSync(join(folder, "ran"), "utf8").trim().split("\n"),
  };
}

test("exactly the pinned version of Node is downloaded, by its hash, once and without scripts", async () => {
  const { find, runs, steps } = fakeNpm();
  const node = await find();
  expect(realpathSync(node)).toBe(realpathSync(process.execPath));
  expect(await find()).toBe(node);
  expect(steps.begun).toEqual([`Downloading Node ${pinnedNode.version}`]);
  const [run = "", ...others] = runs();
  expect(others).toEqual([]);
  expect(run).toMatch(/\bci\b.*--ignore-scripts/);
  const hash = pinnedNode.integrity[/node_modules\/([\w-]+)/.exec(run)?.[1] ?? ""];
  expect(run).toContain(JSON.stringify({ version: pinnedNode.version, integrity: hash }));
  expect(pinnedNode.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(isNewEnough(pinnedNode.version)).toBe(true);
});

test("two commands at the same time download it once", async () => {
  const { find, runs } = fakeNpm();
  await Promise.all([find(), find()]);
  expect(runs()).toHaveLength(1);
});

test("a downloaded Node that doesn't run is reported, and downloaded again", async () => {
  const { find, runs } = fakeNpm(join(temporaryFolder(), "nothing"));
  await expect(find()).rejects.toThrow(/install Node 24 from https:\/\/nodejs.org/);
  await expect(find()).rejects.toThrow(pinnedNode.version);
  expect(runs()).toHaveLength(2);
});

/** Arguments for a Node that runs this script with another Node. */
function wrapped(script: string) {
  const folder = temporaryFolder({ "inner.mjs": script });
  const outer = `import { runWithNode } from ${JSON.stringify(join(projectDir, "scripts/bootstrap/node.mjs"))};
    await runWithNode(process.execPath, [${JSON.stringify(join(folder, "inner.mjs"))}, "an argument"]);`;
  return ["--input-type=module", "-e", outer];
}

test("the output and exit code of the other Node are passed on", () => {
  const args = wrapped("console.log(process.argv[2]); process.exit(7);");
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stdout]).toEqual([7, "an argument\n"]);
});

test("signals are passed on to the other Node, whose exit code counts", async () => {
  const args = wrapped(
    'process.on("SIGTERM", () => { console.log("stopping"); process.exit(3); }); console.log("up"); setTimeout(() => {}, 20_000);',
  );
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (text) => (output += String(text)));
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  expect([code, output]).toEqual([3, "up\nstopping\n"]);
});

test("the bootstrap runs on a Node that is too old for the project", () => {
  const files = ["run.mjs", ...globSync("bootstrap/*.mjs", { cwd: join(projectDir, "scripts") })];
  const newerThanNode20 =
    /import\.meta\.(dirname|main)|Promise\.(withResolvers|try)|globSync|styleText|Object\.groupBy|using /;
  for (const file of files) {
    expect(readFileSync(join(projectDir, "scripts", file), "utf8"), file).not.toMatch(newerThanNode20);
  }
});
