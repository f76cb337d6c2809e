import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { runChild } from "../../scripts/bootstrap/child.mjs";
import { projectDir } from "../../scripts/support/project.ts";
import { packVersion } from "../../scripts/update/hostile-packages.ts";

/** A starter whose commands write their arguments and their process's id, and do what COMMANDS says. */
const files = {
  "package.json": "{}\n",
  LICENSE: "MIT License\n\nCopyright (c) Flyleaf\n",
  "scripts/run.mjs": `import { appendFileSync } from "node:fs";
appendFileSync("commands", process.argv.slice(2).join(" ") + "\\n");
if (process.env.COMMANDS === "fail") throw new Error("The disk is full.");
if (process.env.COMMANDS === "hang") process.on("SIGTERM", () => {}) && setInterval(() => {}, 1000);
`,
};

let dir: string;
function writeVersion(packed: Buffer) {
  mkdirSync(join(dir, "create/template"), { recursive: true });
  writeFileSync(join(dir, "create/template/template.json.gz"), packed);
}
/** Where projects are made. */
let place: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "create-"));
  cpSync(join(projectDir, "create"), join(dir, "create"), { recursive: true });
  const template = {
    version: "1.2.3",
    files: Object.entries(files).map(([path, text]) => ({
      path,
      base64: Buffer.from(text).toString("base64"),
    })),
    optional: {
      books: { description: "Books, as an example.", removes: ["books", "genres"] },
      chat: { description: "Messages between users.", removes: ["chat"] },
      fr: { description: "French.", language: "French", removes: ["fr"] },
      ar: { description: "Arabic.", language: "Arabic", removes: ["ar"] },
    },
  };
  writeVersion(gzipSync(JSON.stringify(template)));
  cpSync(join(projectDir, "scripts/update/packed.mjs"), join(dir, "create/template/packed.mjs"));
  const install = ["install", "--no-audit", "--no-fund", "--no-package-lock"];
  const { code, output } = await runChild("npm", install, { cwd: join(dir, "create"), quiet: true });
  expect(code, output).toBe(0);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));
beforeEach(() => {
  place = mkdtempSync(join(dir, "place-"));
});

/** Starts create-flyleaf. */
function create(args: string[], o: { commands?: string; isTerminal?: boolean } = {}) {
  const command = [process.execPath, join(dir, "create/index.mjs"), ...args];
  // Debian's own script gives a program a terminal.
  const [program = "", ...rest] = o.isTerminal
    ? ["script", "-qec", `stty cols 100 rows 40; ${command.join(" ")}`, "/dev/null"]
    : command;
  const env = { ...process.env, COMMANDS: o.commands, CI: "", TERM: "xterm" };
  const child = spawn(program, rest, { cwd: place, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return {
    child,
    /** Types an answer when the question is there. */
    async answer(question: string, keys: string) {
      await expect.poll(() => output).toContain(question);
      child.stdin.write(keys);
    },
    async end() {
      const [code] = (await once(child, "close")) as [number | null];
      return { code, output };
    },
  };
}

const read = (path: string) => readFileSync(join(place, path), "utf8");

test("what is typed at the questions is made", async () => {
  const program = create([], { isTerminal: true });
  await program.answer("Which folder?", "cellar\r");
  await program.answer("What is its name?", "Cave à vin\r");
  await program.answer("Which features?", " \r");
  await program.answer("Which languages besides English?", " \r");
  await program.answer("Which license?", "\x1b[B\r");
  await program.answer("Who holds the copyright?", "\r");
  const { code, output } = await program.end();
  expect(code, output).toBe(0);
  expect(output).toMatch(/Type next:\s+cd cellar\s+npm start/);
  expect(read("cellar/commands")).toBe(
    "rename Cave à vin --prefix cellar --no-download\nremove books genres fr --drop-tables --yes\n",
  );
  expect(read("cellar/LICENSE")).toMatch(/^MIT License\n\nCopyright \(c\) \d+ The authors of Cave à vin\n/);
  expect(JSON.parse(read("cellar/package.json"))).toMatchObject({ flyleaf: { features: ["chat", "ar"] } });
});

test("what was typed as an argument is not asked; a folder with files is asked again", async () => {
  mkdirSync(join(place, "my-app"));
  writeFileSync(join(place, "my-app/file"), "");
  const program = create(
    ["--name", "Cellar", "--without", "chat", "--languages", "en,ar", "--license", "MIT"],
    {
      isTerminal: true,
    },
  );
  await program.answer("Which folder?", "\r");
  await program.answer("has files already", "other\r");
  await program.answer("Who holds the copyright?", "Ada\r");
  const { output } = await program.end();
  expect(output).not.toMatch(/its name|languages|features\?|license\?/);
  expect(read("other/commands")).toMatch(/^remove chat fr /m);
  expect(read("other/LICENSE")).toMatch(/Copyright \(c\) \d+ Ada\n/);
});

test("Ctrl-C at a question makes nothing", async () => {
  const program = create(["cellar"], { isTerminal: true });
  await program.answer("What is its name?", "\x03");
  expect(await program.end()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/\s+Nothing was made\.\s+$/),
  });
  expect(readdirSync(place)).toEqual([]);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s stops a command that goes on after signals, and leaves nothing",
  async (signal) => {
    const program = create(["cellar", "--yes"], { commands: "hang" });
    await expect.poll(() => existsSync(join(place, "cellar/commands"))).toBe(true);
    program.child.kill(signal);
    const { code, output } = await program.end();
    expect(output).toMatch(/\nStopped\.\nNothing was made\.\n\n$/);
    expect(code).toBe(1);
    expect(readdirSync(place)).toEqual([]);
  },
);

test("a command that fails says why and leaves nothing, also in a folder that was there", async () => {
  mkdirSync(join(place, "cellar"));
  const { code, output } = await create(["cellar"], { commands: "fail" }).end();
  expect(code).toBe(1);
  expect(output).toContain("The disk is full.");
  expect(output).toMatch(/\nNothing was made\.\n\n$/);
  expect(readdirSync(place)).toEqual(["cellar"]);
  expect(readdirSync(join(place, "cellar"))).toEqual([]);
});

test("a place where no folder can be made is an error without a stack", async () => {
  const { output } = await create(["/proc/cellar"]).end();
  expect(output).toMatch(/^\n.*mkdir '\/proc\/cellar'\nNothing was made\.\n\n$/);
});

test.each([
  "../outside",
  ".git/config",
  ".GIT/hooks/pre-commit",
  "/tmp/outside",
  "git~1/config",
  "docs/\u200c",
])("a package with the file %s is rejected, and nothing is written", async (path) => {
  const file = join(dir, "create/template/template.json.gz");
  const before = readFileSync(file);
  onTestFinished(() => writeFileSync(file, before));
  writeVersion(packVersion([[path, "Theirs."]]));
  const { code, output } = await create(["cellar"]).end();
  expect(output).toMatch(/^\nThe package has the path ".*", which is not allowed\n\n$/);
  expect(code).toBe(1);
  expect(readdirSync(place)).toEqual([]);
});
