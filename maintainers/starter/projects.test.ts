import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectDir } from "../../scripts/support/project.ts";
import { runNode } from "../../scripts/support/run-node.ts";
import { packTemplate } from "../pack.ts";

/** Installations, checks and builds of whole projects. */
const timeout = 20 * 60_000;

type Packed = { version: string; files: { path: string; base64: string }[]; changelog: string };

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "starter-"));
  // PostgreSQL's own account reads there, if root runs this.
  chmodSync(folder, 0o755);
  cpSync(join(projectDir, "create"), join(folder, "create"), { recursive: true });
  await packTemplate(projectDir, join(folder, "create/template"));
});
// The packages of two projects: many files.
afterAll(() => rmSync(folder, { recursive: true, force: true }), timeout);

async function createProject(name: string, ...args: string[]): Promise<string> {
  await runNode(folder, "create/index.mjs", name, "--yes", ...args);
  return join(folder, name);
}

const command = (dir: string, ...args: string[]) => runNode(dir, "scripts/run.mjs", ...args);
const git = (dir: string, ...args: string[]) => execFileSync("git", args, { cwd: dir, encoding: "utf8" });
const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const readPacked = (dir: string) =>
  JSON.parse(gunzipSync(readFileSync(join(dir, "template/template.json.gz"))).toString()) as Packed;

/** A newer version: these files have other texts. */
function packNewer(changes: Record<string, (text: string) => string>): string {
  const packed = readPacked(join(folder, "create"));
  const texts = new Map(packed.files.map((file) => [file.path, file]));
  for (const [path, change] of Object.entries(changes)) {
    const file = texts.get(path) ?? { path, base64: "" };
    file.base64 = Buffer.from(change(Buffer.from(file.base64, "base64").toString())).toString("base64");
    texts.set(path, file);
  }
  const dir = join(folder, "newer");
  mkdirSync(join(dir, "template"), { recursive: true });
  const newer = {
    ...packed,
    version: "99.0.0",
    files: [...texts.values()],
    changelog: "# Changelog\n\n## 99.0.0\n\n- Buttons are rounder.\n",
  };
  writeFileSync(join(dir, "template/template.json.gz"), gzipSync(JSON.stringify(newer)));
  return dir;
}

test(
  "a project with nothing optional passes its checks and its tests, and has nothing of what was left out",
  { timeout, retry: 0 },
  async () => {
    const optional = Object.keys(
      (readPacked(join(folder, "create")) as Packed & { optional: object }).optional,
    );
    const dir = await createProject("none", "--without", optional.join(","), "--name", "Naught & Co.");
    expect(git(dir, "status", "--porcelain")).toBe("");
    expect(JSON.parse(read(dir, "package.json"))).toMatchObject({ flyleaf: { features: [] } });
    expect(read(dir, "README.md")).toMatch(/^# Naught & Co\.\n/);
    const traces = ["-ilE", "storybook|genre|passkey|impersonat", "--", "src", ":!*.test.ts", ":!*.test.tsx"];
    expect(() => git(dir, "grep", ...traces)).toThrow();
    await command(dir, "build");
    await command(dir, "test", "unit", "--file", "src/app", "--file", "src/features", "--file", "src/server");
    await command(
      dir,
      "test",
      "database",
      "--file",
      "src/app",
      "--file",
      "src/features",
      "--file",
      "scripts",
    );
    await command(
      dir,
      "test",
      "e2e",
      "--file",
      "e2e/navigation",
      "--file",
      "e2e/dashboard",
      "--file",
      "e2e/landing",
    );
  },
);

test("a project with changes of its own takes a newer version", { timeout, retry: 0 }, async () => {
  const dir = await createProject("own", "--without", "books,storybook", "--languages", "en,ar");
  const button = "src/ui/controls/button.tsx";
  const change = (file: string, update: (text: string) => string) =>
    writeFileSync(join(dir, file), update(read(dir, file)));
  change(button, (text) => `// Ours.\n${text}`);
  rmSync(join(dir, "SECURITY.md"));
  writeFileSync(join(dir, "migrations/20300101000000_ours.sql"), "SELECT 1;\n");
  git(dir, "add", "--all");
  git(dir, "commit", "--quiet", "--message", "Ours");

  const newer = packNewer({
    [button]: (text) => `${text}\n// Theirs.\n`,
    "SECURITY.md": (text) => `${text}\nTheirs.\n`,
    "src/ui/controls/button.stories.tsx": (text) => `${text}\n// Theirs.\n`,
    "src/features/users/messages/fr.json": (text) => `${text}\n`,
    "src/features/books/schema.ts": (text) => `${text}\n// Theirs.\n`,
    "src/lib/theirs.ts": () => "/** Theirs. */\nexport const theirs = 1;\n",
    "scripts/remove/features/theirs.json": () =>
      JSON.stringify({ description: "Theirs.", files: ["src/lib/theirs.ts"] }, undefined, 2),
    "migrations/20290101000000_theirs.sql": () => "-- Compatible\nSELECT 1;\n",
  });
  const output = await command(dir, "update", "--from", newer);
  expect(output).toContain("Buttons are rounder.");
  expect(git(dir, "branch", "--show-current").trim()).toBe("update-to-99.0.0");
  expect(git(dir, "status", "--porcelain")).toBe("");
  expect(read(dir, button)).toMatch(/^\/\/ Ours\.\n[^]*\/\/ Theirs\.\n$/);
  const files = git(dir, "ls-files");
  expect(files).toContain("src/lib/theirs.ts");
  expect(files).not.toMatch(/SECURITY\.md|stories|features\/books|messages\/(?:fr|sw)\.json/);
  expect(files).toContain("src/features/users/messages/ar.json");
  expect(files).toMatch(/migrations\/20300101000001_theirs\.sql/);
  expect(JSON.parse(read(dir, "package.json"))).toMatchObject({
    name: "own",
    flyleaf: { version: "99.0.0" },
  });
  expect(await command(dir, "update", "--from", newer)).toContain("has version 99.0.0 already");
});
