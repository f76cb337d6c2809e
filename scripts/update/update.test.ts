import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { packArchive, packVersion } from "./hostile-packages.ts";
import { runChild } from "../bootstrap/child.mjs";
import { projectDir } from "../support/project.ts";

/** The project, and beside it what its user has and downloads. */
let dir: string;
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
    cwd: dir,
    encoding: "utf8",
  }).trim();

/** What the command needs of the project. */
const parts = [
  "scripts",
  "tools",
  "src/i18n",
  "package.json",
  "package-lock.json",
  ".oxfmtrc.json",
  ".gitignore",
];

beforeAll(() => {
  dir = join(mkdtempSync(join(tmpdir(), "update-test-")), "project");
  for (const part of parts) cpSync(join(projectDir, part), join(dir, part), { recursive: true });
  const packages = join(projectDir, "node_modules");
  mkdirSync(join(dir, "node_modules"));
  for (const name of readdirSync(packages))
    symlinkSync(join(packages, name), join(dir, "node_modules", name));
  const path = join(dir, "package.json");
  const content = JSON.parse(readFileSync(path, "utf8")) as object;
  // Without anything optional: an update removes it from the new version, too.
  const project = { ...content, scripts: {}, flyleaf: { version: "1.0.0", features: [] } };
  writeFileSync(path, `${JSON.stringify(project, undefined, 2)}\n`);
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Ours");
  git("tag", "flyleaf-1.0.0");
});
afterAll(() => rmSync(dirname(dir), { recursive: true, force: true }));

async function update(args: string[], env: NodeJS.ProcessEnv = {}) {
  const options = { cwd: dir, quiet: true, env: { ...process.env, CI: "", VITEST: "", ...env } };
  return await runChild(process.execPath, ["scripts/run.mjs", "update", ...args], options);
}

/** Writes a file beside the project. */
function write(name: string, content: Buffer | string): string {
  const path = join(dirname(dir), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  onTestFinished(() => rmSync(path));
  return path;
}

const writeFolder = (version: Buffer) =>
  dirname(dirname(write("package/template/template.json.gz", version)));

function expectNothingChanged() {
  expect([git("status", "--porcelain"), git("branch", "--format=%(refname:short)")]).toEqual(["", "main"]);
  expect(existsSync(join(dirname(dir), "outside"))).toBe(false);
}

/** npm's settings for a registry that has one package. */
async function startRegistry(name: string, archive: Buffer): Promise<NodeJS.ProcessEnv> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith(".tgz")) return void response.end(archive);
    const tarball = `http://${request.headers.host}/${name}.tgz`;
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    const newest = { name, version: "99.0.0", dist: { tarball, integrity } };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: "99.0.0" }, versions: { "99.0.0": newest } }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: join(dirname(dir), "npm") };
}

const safe = packVersion([["package.json", "{}"]]);
const escaping = packVersion([["../outside", "Theirs."]]);

test.each([
  ["a folder with a file outside", () => [writeFolder(escaping)], '"../outside", which is not allowed'],
  [
    "a folder with the configuration of a repository",
    () => [writeFolder(packVersion([[".GIT/config", "[core]\n\tfsmonitor = touch outside\n"]]))],
    '".GIT/config", which is not allowed',
  ],
  [
    "an archive with a file outside",
    () => [write("file.tgz", packArchive(safe, [{ path: "package/../../outside" }]))],
    '"package/../../outside", which is not allowed',
  ],
  [
    "an archive with a link",
    () => [write("file.tgz", packArchive(safe, [{ path: "package/link", type: "2", target: ".." }]))],
    '"package/link", which is no file or folder',
  ],
  ["a repository", () => [`git+file://${dir}`], "is not there"],
  ["a repository at a host", () => ["someone/repository"], "is not there"],
])("%s is rejected, and nothing changes", async (_, packed, message) => {
  const { code, output } = await update(["--yes", "--from", ...packed()]);
  expect(output).toContain(message);
  expect(output).not.toMatch(/^ {4}at /m);
  expect(code).toBe(1);
  expectNothingChanged();
});

test("what npm has is checked as well", async () => {
  const registry = await startRegistry("create-flyleaf", packArchive(escaping, []));
  const { code, output } = await update(["--yes"], registry);
  expect(output).toContain('"../outside", which is not allowed');
  expect(code).toBe(1);
  expectNothingChanged();
});

test("a version can't write what Git ignores in the project, as packages, settings and data", async () => {
  const files = ["node_modules/other/index.js", ".env", "data/secret"];
  const version = packVersion([["package.json", "{}"], ...files.map((file) => [file, "Theirs."] as const)]);
  const { output } = await update(["--yes", "--from", writeFolder(version)]);
  expect(output).toContain(
    `The package has files that .gitignore excludes here: ${files.toSorted().join(", ")}.`,
  );
  expectNothingChanged();
});

test("nothing of a new version runs until its user says yes, whatever Git of the user is configured to run", async () => {
  const mark = join(dirname(dir), "mark");
  const program = `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(mark)}, "");\nexport default {};\n`;
  const shell = `#!/bin/sh\ntouch '${mark}'\ncat\n`;
  const scripts = ["preinstall", "install", "postinstall", "prepare", "prepack", "preupdate", "update"];
  const changes: Record<string, string> = {
    "package.json": JSON.stringify({
      ...(JSON.parse(git("show", "HEAD:package.json")) as object),
      scripts: Object.fromEntries(scripts.map((name) => [name, `sh program.sh`])),
    }),
    ".npmrc": "script-shell=./program.sh\nregistry=http://127.0.0.1:1\nignore-scripts=false\n",
    "program.sh": shell,
    ".hooks/post-checkout": shell,
    ".hooks/post-index-change": shell,
    ".hooks/reference-transaction": shell,
    ".gitattributes": "* filter=own diff=own merge=own\n",
    "oxfmt.config.ts": program,
    "oxlint.config.ts": program,
    "scripts/oxfmt.config.ts": program,
    "scripts/oxlint.config.ts": program,
    "scripts/run.mjs": program,
    "scripts/update.ts": program,
    "migrations/20290101000000_theirs.sql": "SELECT 1;\n",
  };
  const kept = git("ls-files").split("\n");
  const files = kept
    .filter((path) => !(path in changes) && path !== ".oxfmtrc.json")
    .map((path) => [path, readFileSync(join(dir, path), "utf8")] as const);
  const from = writeFolder(packVersion([...files, ...Object.entries(changes)]));
  const home = dirname(
    write(
      "home/.gitconfig",
      `[core]
  hooksPath = .hooks
  fsmonitor = ./program.sh
  attributesFile = ${write("attributes", "* filter=own diff=own merge=own\n")}
[filter "own"]
  clean = sh ./program.sh
  smudge = sh ./program.sh
  required = true
[diff "own"]
  command = sh ./program.sh
  textconv = sh ./program.sh
[merge "own"]
  driver = sh ./program.sh
[user]
  name = A
  email = a@example.com
`,
    ),
  );
  const asked = await update(["--from", from], { HOME: home });
  expect(asked.output).toMatch(
    /Flyleaf 1\.0\.0 → 99\.0\.0: \d+ files\.\n\n## 99\.0\.0\n\n- Buttons are rounder\./,
  );
  expect(asked.output).toContain("Add --yes");
  expect(existsSync(mark), asked.output).toBe(false);
  expectNothingChanged();
  // Then they do.
  const agreed = await update(["--yes", "--from", from]);
  expect(existsSync(mark), agreed.output).toBe(true);
  expect(git("branch", "--show-current")).toBe("update-to-99.0.0");
});
