import { expect, test } from "vitest";
import { makeProject } from "../testing.ts";
import { runTool } from "../tool.ts";
import { checkTypes } from "../index.ts";
import { generatedFile, writeTexts } from "./generate.ts";

const messages = {
  "src/i18n/messages/en.json": '{ "yes": "Yes" }\n',
  "src/ui/messages/en.json": '{ "close": "Close" }\n',
  "src/features/pages/messages/en.json": '{ "errors": { "lost": "Lost" } }\n',
  "src/features/table-of-contents/messages/en.json": '{ "title": "Contents" }\n',
};

test("the types of texts list the namespace of each folder, and are formatted", async () => {
  const project = makeProject(messages, { copied: [".oxfmtrc.json"] });
  writeTexts(project);
  expect(project.read(generatedFile)).toContain('import type pages from "#features/pages/messages/en.json";');
  expect(project.read(generatedFile)).toContain('"table-of-contents": typeof tableOfContents;');
  expect(project.read(generatedFile)).toContain('import type common from "#i18n/messages/en.json";');
  expect(project.read(generatedFile)).toContain('import type components from "#ui/messages/en.json";');
  expect(await runTool("oxfmt", ["--check", generatedFile], project.dir)).toMatchObject({ code: 0 });
});

test("TypeScript reports a key that does not exist", async () => {
  const project = makeProject(
    {
      ...messages,
      "src/use.ts": `import type { Translate } from "./i18n/text-key.ts";
export const texts = (t: Translate<"pages">, contents: Translate<"table-of-contents">, common: Translate) => [t("errors.lost"), contents("title"), common("yes"), common("components:close")];
export const wrong = (t: Translate<"pages">) => t("errors.missing");
`,
    },
    { copied: ["tsconfig.json", "src/i18n/text-key.ts"] },
  );
  writeTexts(project);
  const [finding] = await checkTypes(project);
  expect(finding?.problem).toMatch(/^src\/use\.ts\(3,.*"errors\.missing"/);
});
