import { expect, test } from "vitest";
import { check } from "../../tools/check/index.ts";
import { makeProject } from "../../tools/check/testing.ts";
import { checkUnused } from "./unused.ts";

test("what no feature uses is reported here, and not to a product", async () => {
  const files = { "src/main.ts": "export {};\n", "src/ui/spare.ts": "export const spare = 1;\n" };
  const project = makeProject(files, { copied: [".gitignore", "knip.jsonc", "tsconfig.json"] });
  expect(await check({ dir: project.dir, only: ["unused"], print: () => undefined })).toMatchObject({
    failed: 0,
  });
  const [finding] = await checkUnused(project);
  expect(finding?.problem).toContain("src/ui/spare.ts");
});
