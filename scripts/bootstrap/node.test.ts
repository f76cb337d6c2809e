import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { projectDir } from "../support/project.ts";
import { silentSteps, temporaryFolder } from "../support/testing.ts";
import { findNode, isNewEnough } from "./node.mjs";

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

/** A replacement for npm: `npm exec … node -p …` prints the path of a Node. */
function fakeNpm(node: string) {
  const folder = temporaryFolder({
    "npm-cli.js": `require("node:fs").appendFileSync(__dirname + "/ran", "x");
      console.log("npm warn something\\nnode:" + ${JSON.stringify(node)});`,
    cache: "",
  });
  vi.stubEnv("npm_execpath", join(folder, "npm-cli.js"));
  const cacheFile = join(folder, "cache");
  return { folder, cacheFile, find: () => findNode({ projectDir: folder, cacheFile, steps: silentSteps() }) };
}

test("a newer Node is downloaded once, then cached", async () => {
  const { find, folder } = fakeNpm(process.execPath);
  expect(await find()).toBe(process.execPath);
  expect(await find()).toBe(process.execPath);
  expect(readFileSync(join(folder, "ran"), "utf8")).toBe("x");
});

test("a cached Node that no longer exists is downloaded again", async () => {
  const { find, cacheFile } = fakeNpm(process.execPath);
  writeFileSync(cacheFile, "/nowhere/node");
  expect(await find()).toBe(process.execPath);
});

test("a downloaded Node is tried before it is cached", async () => {
  const { find, folder } = fakeNpm(join(temporaryFolder(), "node"));
  await expect(find()).rejects.toThrow(/install Node 24 from https:\/\/nodejs.org/);
  expect(readFileSync(join(folder, "cache"), "utf8")).toBe("");
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
