import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { packStarter, projectTest } from "./projects.ts";

const starter = packStarter();

describe("a project without the example", () => {
  let project: Awaited<ReturnType<typeof starter.create>>;
  beforeAll(async () => {
    project = await starter.create("own", "--without", "books,storybook", "--languages", "en,ar");
  }, projectTest.timeout);

  test(
    "gets resources with a field of each kind, fields added later and a page, which pass all checks and work in the browser",
    projectTest,
    async () => {
      await project.run(
        ...["new", "resource", "wine", "name:text!", "producer:text", "bottles:number", "drinkFrom:date"],
        ...["vintage:year", "price:money", "active:boolean", "region:choice(north,south)", "owner:ref(user)"],
      );
      project.commit();
      await project.run("new", "field", "wine", "sweetness:choice(dry,sweet)");
      project.commit();
      await project.run("new", "field", "wine", "grower:text");
      project.commit();
      // All that can be required is, and several references.
      await project.run(
        ...["new", "resource", "cellar", "title:text!", "opened:date!", "capacity:number!"],
        ...["climate:choice(dry,damp)!", "keeper:ref(user)", "bestWine:ref(wine)"],
      );
      project.commit();
      await project.run("new", "page", "manager/tastings");
      // As a person would write it: nothing is left to format or to fix.
      await project.run("check");
      await project.run("build");
      await project.test("unit", "src/app", "src/features/wines", "src/features/cellars");
      await project.test("database", "src/app/request", "src/features/wines", "src/features/cellars");
      const tests = join(project.dir, "testing/e2e/wines");
      mkdirSync(tests, { recursive: true });
      cpSync(join(import.meta.dirname, "fixtures/wines.test.ts.txt"), join(tests, "wines.test.ts"));
      await project.test("e2e", "e2e/wines", "e2e/tastings");
      project.commit();
    },
  );

  test("takes a newer version after changes of its own", projectTest, async () => {
    const { dir, git, read, run } = project;
    const button = "src/ui/controls/button.tsx";
    const change = (file: string, update: (text: string) => string) =>
      writeFileSync(join(dir, file), update(read(file)));
    change(button, (text) => `// Ours.\n${text}`);
    rmSync(join(dir, "SECURITY.md"));
    writeFileSync(join(dir, "migrations/20300101000000_ours.sql"), "SELECT 1;\n");
    project.commit();

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
    const output = await run("update", "--from", newer, "--yes");
    expect(output).toContain("Buttons are rounder.");
    expect(git("branch", "--show-current").trim()).toBe("update-to-99.0.0");
    expect(git("status", "--porcelain")).toBe("");
    expect(read(button)).toMatch(/^\/\/ Ours\.\n[^]*\/\/ Theirs\.\n$/);
    const files = git("ls-files");
    expect(files).toContain("src/lib/theirs.ts");
    expect(files).not.toMatch(/SECURITY\.md|stories|features\/books|messages\/(?:fr|sw)\.json/);
    expect(files).toContain("src/features/users/messages/ar.json");
    expect(files).toMatch(/migrations\/20300101000001_theirs\.sql/);
    expect(JSON.parse(read("package.json"))).toMatchObject({
      name: "own",
      flyleaf: { version: "99.0.0" },
    });
    expect(await run("update", "--from", newer)).toContain("has version 99.0.0 already");
  });
});

/** A newer version: these files have other texts. */
function packNewer(changes: Record<string, (text: string) => string>): string {
  const packed = starter.readPacked();
  const texts = new Map(packed.files.map((file) => [file.path, file]));
  for (const [path, change] of Object.entries(changes)) {
    const file = texts.get(path) ?? { path, base64: "" };
    file.base64 = Buffer.from(change(Buffer.from(file.base64, "base64").toString())).toString("base64");
    texts.set(path, file);
  }
  const dir = starter.place("newer");
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
