import { expect, test } from "vitest";
import { removeMarkedLines } from "./marked-lines.ts";

test.each([
  ["a line of TypeScript", "a();\nb(); // optional: sheep\nc();", "a();\nc();"],
  ["a block of TypeScript", "a();\n// optional: sheep\nb();\n// end: sheep\nc();", "a();\nc();"],
  [
    "JSX",
    "<A />\n  {/* optional: sheep */}\n  <B />\n  {/* end: sheep */}\n<C /> {/* optional: sheep */}",
    "<A />",
  ],
  ["CSS", "a {}\n/* optional: sheep */\nb {}\n/* end: sheep */", "a {}"],
  ["Markdown", "A\n<!-- optional: sheep -->\nB\n<!-- end: sheep -->\n| C | <!-- optional: sheep -->", "A"],
  ["settings", "A=1\n# optional: sheep\nB=2\n# end: sheep\nC=3", "A=1\nC=3"],
  [
    "another feature in its block",
    "// optional: sheep\na(); // optional: goats\n// end: sheep\nb();",
    "b();",
  ],
  [
    "lines that need another feature, too",
    "// optional: goats, sheep\na();\n// end: goats, sheep\nb(); // optional: sheep, goats\nc();",
    "c();",
  ],
])("the marked lines of a feature go: %s", (_, text, expected) => {
  expect(removeMarkedLines(text, "sheep")).toBe(expected);
});

test("the lines of other features stay, with their marks", () => {
  const text = "// optional: goats\na();\n// end: goats\nb(); // optional: goats";
  expect(removeMarkedLines(text, "sheep")).toBe(text);
});

test.each(["a();\n// optional: sheep\nb();", "// end: sheep", "// optional: sheep\n// optional: sheep"])(
  "a block that does not begin or end is an error: %j",
  (text) => {
    expect(() => removeMarkedLines(text, "sheep")).toThrow(/sheep/);
  },
);
