import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGit } from "../../tools/git.ts";
import { projectDir } from "../support/project.ts";
import { temporaryFolder } from "../support/testing.ts";
import { planRemoval, removableFeatures } from "./plan.ts";

/** A repository with two resources, one of which uses the other, an optional feature, and a feature that is needed. */
function createProject(): string {
  const dir = temporaryFolder({
    "README.md": "# Farm\n\nWith wool. <!-- optional: wool -->\n",
    "migrations/1_sheep.sql": "-- optional: wool",
    "scripts/remove/features/wool.json": JSON.stringify({
      description: "What sheep give.",
      files: ["src/wool/**", "src/ui/spin.ts"],
      packages: ["spindle"],
    }),
    "scripts/remove/features/wool.sql": "DELETE FROM fleece;",
    "src/app/features.ts": `import { flocksFeature } from "#features/flocks/feature.ts";
import { sheepFeature } from "#features/sheep/feature.ts";
export const features = [
  flocksFeature,
  sheepFeature,
];
`,
    "src/app/features.server.ts": "",
    "src/features/users/feature.ts": "",
    "src/features/flocks/feature.ts": "",
    "src/features/flocks/table.ts": "",
    "src/features/sheep/feature.ts": 'import "#features/flocks/table.ts";',
    "src/features/sheep/table.ts": "",
    "src/routes/api/fleeces.ts": 'import "#features/sheep/schema.ts";',
    "src/routes/manager/sheep/index.tsx": 'import "#features/users/schema.ts";',
    "src/routes/manager/users.tsx": 'import "#features/users/schema.ts";',
    "src/ui/spin.ts": "",
    "src/wool/dye.ts": "",
    "testing/e2e/sheep/sheep.test.ts": "",
  });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: dir });
  git("init", "-q");
  git("add", "-A");
  return dir;
}

test("every mark in this project's files names a declared feature", () => {
  const mark = "(//|/\\*|<!--|#|--) (optional|end): [a-z, -]*[a-z]( \\*/}?| -->)?$";
  const found =
    runGit(projectDir, "grep", "-hoE", "-e", mark, "--", ".", ":!scripts/remove", ":!docs/remove.md") ?? "";
  const names = new Set(
    [...found.matchAll(/(?:optional|end): ([a-z, -]*[a-z])/g)].flatMap(([, marked]) => marked?.split(", ")),
  );
  expect([...names].filter((name) => !removableFeatures(projectDir).includes(name ?? ""))).toEqual([]);
});

test("resources and optional features can be removed, and what the product needs can't", () => {
  const dir = createProject();
  expect(removableFeatures(dir)).toEqual(["flocks", "sheep", "wool"]);
  expect(() => planRemoval(dir, ["users"])).toThrow("The product needs users.");
  expect(() => planRemoval(dir, ["goats"])).toThrow(
    'There is no feature "goats". These can be removed: flocks, sheep, wool',
  );
});

test("a resource goes with its folder, tests, routes and lines in the lists", () => {
  const plan = planRemoval(createProject(), ["sheep"]);
  expect(plan.deleted).toEqual([
    "src/features/sheep/feature.ts",
    "src/features/sheep/table.ts",
    "src/routes/api/fleeces.ts",
    "src/routes/manager/sheep/index.tsx",
    "testing/e2e/sheep/sheep.test.ts",
  ]);
  expect([...plan.changed]).toEqual([
    [
      "src/app/features.ts",
      'import { flocksFeature } from "#features/flocks/feature.ts";\nexport const features = [\n  flocksFeature,\n];\n',
    ],
  ]);
  expect(plan.hasTables).toBe(true);
});

test("a resource that another uses goes only with it", () => {
  const dir = createProject();
  expect(() => planRemoval(dir, ["flocks"])).toThrow(
    /These files use flocks.*src\/features\/sheep\/feature\.ts/s,
  );
  expect(planRemoval(dir, ["flocks", "sheep"]).deleted).toContain("src/features/flocks/table.ts");
});

test("a file whose lines of a feature are marked may import it", () => {
  const dir = createProject();
  const marked = 'import "#features/flocks/table.ts";\nflock(); // optional: flocks\n';
  writeFileSync(join(dir, "src/features/sheep/feature.ts"), marked);
  expect(planRemoval(dir, ["flocks"]).changed.get("src/features/sheep/feature.ts")).not.toContain("flock()");
});

test("an optional feature goes with the one that it is a part of", () => {
  const dir = createProject();
  const rest = { description: "", files: [] };
  writeFileSync(join(dir, "scripts/remove/features/farm.json"), JSON.stringify(rest));
  writeFileSync(join(dir, "scripts/remove/features/wool.json"), JSON.stringify({ ...rest, partOf: "farm" }));
  expect(planRemoval(dir, ["farm"]).names).toEqual(["farm", "wool"]);
  expect(planRemoval(dir, ["wool"]).names).toEqual(["wool"]);
});

test("a file that optional features share goes with the last of them", () => {
  const dir = createProject();
  const sharing = { description: "", files: [], sharedFiles: ["src/ui/spin*"] };
  for (const name of ["linen", "wool"])
    writeFileSync(join(dir, `scripts/remove/features/${name}.json`), JSON.stringify(sharing));
  expect(planRemoval(dir, ["wool"]).deleted).not.toContain("src/ui/spin.ts");
  expect(planRemoval(dir, ["linen", "wool"]).deleted).toContain("src/ui/spin.ts");
  rmSync(join(dir, "scripts/remove/features/linen.json"));
  expect(planRemoval(dir, ["wool"]).deleted).toContain("src/ui/spin.ts");
});

test("an optional feature goes with its declaration, files, lines and packages, and leaves migrations as they are", () => {
  const plan = planRemoval(createProject(), ["wool"]);
  expect(plan.deleted).toEqual([
    "scripts/remove/features/wool.json",
    "scripts/remove/features/wool.sql",
    "src/ui/spin.ts",
    "src/wool/dye.ts",
  ]);
  expect(plan.sql).toEqual(["DELETE FROM fleece;"]);
  expect([...plan.changed]).toEqual([["README.md", "# Farm\n\n"]]);
  expect(plan).toMatchObject({ packages: ["spindle"], hasTables: false, descriptions: ["What sheep give."] });
});

test("what needs all features goes with the first of them", () => {
  const dir = createProject();
  const file = "scripts/remove/features/shepherds.json";
  writeFileSync(
    join(dir, file),
    JSON.stringify({ description: "Who look after all.", files: ["shepherds"], needsAll: true }),
  );
  mkdirSync(join(dir, "shepherds"));
  writeFileSync(join(dir, "shepherds/song.ts"), 'import "#wool/dye.ts";');
  runGit(dir, "add", "-A");
  const plan = planRemoval(dir, ["wool"]);
  expect(plan.names).toEqual(["wool", "shepherds"]);
  expect(plan.deleted).toContain("shepherds/song.ts");
});
