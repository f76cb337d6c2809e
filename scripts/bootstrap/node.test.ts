import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "../support/project.ts";

test("the bootstrap runs on a Node that is too old for the project", () => {
  const files = ["run.mjs", ...globSync("bootstrap/*.mjs", { cwd: join(projectDir, "scripts") })];
  const newerThanNode20 =
    /import\.meta\.(dirname|main)|Promise\.(withResolvers|try)|globSync|styleText|Object\.groupBy|using /;
  for (const file of files) {
    expect(readFileSync(join(projectDir, "scripts", file), "utf8"), file).not.toMatch(newerThanNode20);
  }
});
