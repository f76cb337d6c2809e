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
] as const)("Node %s runs the project: %s", ([version, expected]) => {
  expect(isNewEnough(version)).toBe(expected);
});

/** Stands for npm: `npm exec … node -p …` says where a Node is. */
function fakeNpm(node: string) {
  const folder = temporaryFolder({
    "npm-cli.js": `require("node:fs").appendFileSync(__dirname + "/ran", "x");
      console.log("npm warn something\\nnode:" + ${JSON.stringify(node)});`,
    memory: "",
  });
  vi.stubEnv("npm_execpath", join(folder, "npm-cli.js"));
  const memory = join(folder, "memory");
  return { folder, memory, find: () => findNode({ projectDir: folder, memory, steps: silentSteps() }) };
}

test("a newer Node is fetched once, and then remembered", async () => {
  const { find, folder } = fakeNpm(process.execPath);
  expect(await find()).toBe(process.execPath);
  expect(await find()).toBe(process.execPath);
  expect(readFileSync(join(folder, "ran"), "utf8")).toBe("x");
});

test("a remembered Node that is gone is fetched again", async () => {
  const { find, memory } = fakeNpm(process.execPath);
  writeFileSync(memory, "/nowhere/node");
  expect(await find()).toBe(process.execPath);
});

test("what npm fetched is tried before it is believed", async () => {
  const { find, folder } = fakeNpm(join(temporaryFolder(), "node"));
  await expect(find()).rejects.toThrow(/install Node 24 from https:\/\/nodejs.org/);
  expect(readFileSync(join(folder, "memory"), "utf8")).toBe("");
});

/** A script that another Node runs in the first one's place. */
function instead(script: string) {
  const folder = temporaryFolder({ "inner.mjs": script });
  const outer = `import { runInstead } from ${JSON.stringify(join(projectDir, "scripts/bootstrap/node.mjs"))};
    await runInstead(process.execPath, [${JSON.stringify(join(folder, "inner.mjs"))}, "an argument"]);`;
  return ["--input-type=module", "-e", outer];
}

test("a command run by another Node hands on its output and its exit code", () => {
  const args = instead("console.log(process.argv[2]); process.exit(7);");
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, stdout]).toEqual([7, "an argument\n"]);
});

test("a command run by another Node is sent the signals, and ends as it likes", async () => {
  const args = instead(
    'process.on("SIGTERM", () => { console.log("asked"); process.exit(3); }); console.log("up"); setTimeout(() => {}, 20_000);',
  );
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.on("data", (text) => (said += String(text)));
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  expect([code, said]).toEqual([3, "up\nasked\n"]);
});

test("a Node that is too old for the project still runs the bootstrap's own files", () => {
  // Syntax and names that Node 20 lacks would stop a person before anything could help them.
  const files = ["run.mjs", ...globSync("bootstrap/*.mjs", { cwd: join(projectDir, "scripts") })];
  const young =
    /import\.meta\.(dirname|main)|Promise\.(withResolvers|try)|globSync|styleText|Object\.groupBy|using /;
  for (const file of files) {
    expect(readFileSync(join(projectDir, "scripts", file), "utf8"), file).not.toMatch(young);
  }
});
