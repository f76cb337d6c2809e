import { expect, test } from "vitest";
import { formatted, makeProject } from "../../tools/check/testing.ts";
import { checkTranslated } from "./translated.ts";

test("a text that is still the English one is reported, except for names and words that are the same", () => {
  const folder = "src/features/pages/messages";
  const english = { open: "Open {{name}}", menu: "Menu", app: "App", count: "{{count}}" };
  const files = {
    en: english,
    fr: english,
    ar: { open: "فتح", menu: "القائمة", app: "التطبيق" },
    sw: { open: "Fungua", menu: "Menyu" },
  };
  const project = makeProject(
    Object.fromEntries(
      Object.entries(files).map(([key, texts]) => [`${folder}/${key}.json`, JSON.stringify(texts)]),
    ),
    { copied: ["src/i18n/languages.ts"] },
  );
  expect(formatted(checkTranslated(project))).toEqual([
    expect.stringContaining(`${folder}/fr.json "open" is the English text`),
  ]);
});
