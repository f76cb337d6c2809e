import { expect, test } from "vitest";
import { checkDirections } from "./directions.ts";
import { makeProject, formatted } from "./testing.ts";

function findingsFor(path: string, text: string): string[] {
  return formatted(checkDirections(makeProject({ [path]: text })));
}

test.each(
  ["ml-4 -mr-2 md:pl-1.5 hover:pr-[3px] scroll-ml-2 left-0 right-auto -left-1 md:left-[10px]"]
    .concat("text-left text-right float-right clear-left border-l border-r-2 rounded-l rounded-tr-lg !ml-4")
    .flatMap((names) => names.split(" ")),
)("the class %s is reported", (name) => {
  expect(findingsFor("src/ui/a.tsx", `export const A = () => <p className="flex ${name}" />;`)).toEqual([
    expect.stringMatching(/^src\/ui\/a\.tsx:1 ".+" is not mirrored from right to left: write /),
  ]);
});

test("classes for the start and the end, and for one side on purpose, are allowed", () => {
  const names =
    "ms-4 pe-2 start-0 text-start border-s rounded-ss-lg mx-auto inset-x-0 left-1/2 rtl:left-0 ltr:ml-2 place-content-left";
  expect(findingsFor("src/ui/a.tsx", `export const A = () => <p className="flex ${names}" />;`)).toEqual([]);
});

test("classes are found in objects and templates", () => {
  const code =
    'const variants = {\n  a: "ml-1",\n};\nexport const b = (on: boolean) => `flex ${on ? "pl-2" : ""} mr-3`;\n';
  expect(findingsFor("src/features/books/screens/variants.ts", code)).toEqual([
    expect.stringContaining('variants.ts:2 "ml-1"'),
    expect.stringContaining('variants.ts:4 "pl-2"'),
    expect.stringContaining('variants.ts:4 "mr-3"'),
  ]);
});

test.each([
  "margin-left: 1px",
  "padding-right: 0",
  "left: 0",
  "text-align: right",
  "float: left",
  "border-top-left-radius: 2px",
])("%s in a style sheet is reported with its line", (declaration) => {
  expect(findingsFor("src/ui/styles/a.css", `.a {\n  ${declaration};\n}\n`)).toEqual([
    expect.stringMatching(/^src\/ui\/styles\/a\.css:2 /),
  ]);
});

test("classes after @apply are checked, comments are not", () => {
  expect(
    findingsFor("src/ui/styles/a.css", "/* margin-left: 1px;\n ml-1 */\n.a { @apply flex ml-2; left: 50%; }"),
  ).toEqual([expect.stringContaining('a.css:3 "ml-2"')]);
});

test("properties of style attributes are checked, of other objects not", () => {
  const code =
    'export const A = () => <p style={{ marginLeft: 1, left: 0, textAlign: "left", inlineSize: 2 }} />;\nexport const sides = { left: 0 };\n';
  expect(findingsFor("src/ui/a.tsx", code)).toEqual([
    expect.stringContaining('"margin-left: 1"'),
    expect.stringContaining('"left: 0"'),
    expect.stringContaining('"text-align: left"'),
  ]);
});

test.each([".bound-right", ".a:dir(rtl)", '[dir="rtl"] .a'])(
  "a rule for one side is allowed: %s",
  (selector) => {
    const css = `${selector} {\n  .label { left: 0 }\n  right: 0;\n}\n.b {\n  color: red;\n  left: 0\n}\n`;
    expect(findingsFor("src/ui/styles/a.css", css)).toEqual([expect.stringContaining('a.css:7 "left: 0"')]);
  },
);
