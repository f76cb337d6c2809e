import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { starterName } from "../../src/brand/fixed-names.ts";
import { checkProductName } from "./product-name.ts";
import { formatted, makeProject } from "./testing.ts";

function findingsIn(files: Record<string, string>): string[] {
  const project = makeProject({ ".gitignore": "node_modules\ndata\n", ...files });
  execFileSync("git", ["init", "-q"], { cwd: project.dir });
  return formatted(checkProductName(project));
}

const word = starterName.toLowerCase();

test("the starter's name is reported with its line, in any case, also in a file's name", () => {
  expect(
    findingsIn({
      "src/ui/a.tsx": `// The product\nexport const a = "${starterName.toUpperCase()}.a";\n`,
      [`deploy/${word}.service`]: "",
      "data/log": word,
    }),
  ).toEqual([
    expect.stringMatching(`^deploy/${word}\\.service contains`),
    expect.stringMatching(`^src/ui/a\\.tsx:2 contains "${word}"`),
  ]);
});

test("it is allowed where it is meant, and other products' names are allowed everywhere", () => {
  expect(
    findingsIn({
      "src/brand/brand.ts": word,
      "README.md": `# ${starterName}\n`,
      "migrations/0001_a.sql": word,
      "src/features/books/a.ts": "Books, Home, My Cellar",
    }),
  ).toEqual([]);
});
