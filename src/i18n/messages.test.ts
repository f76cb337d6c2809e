import { expect, test } from "vitest";
import { fillPlaceholders, findMessage } from "./messages.ts";

const messages = {
  title: "Books",
  fields: { title: "Title" },
  count_one: "one",
  count_two: "two",
  count_few: "few",
  count_other: "other",
};

test("a message is found by its path, and only by the keys of the file", () => {
  const find = (key: string) => findMessage(messages, key, "en");
  expect(find("title")).toBe("Books");
  expect(find("fields.title")).toBe("Title");
  for (const key of [
    "fields",
    "title.length",
    "missing",
    "fields.missing",
    "constructor",
    "fields.toString.name",
  ])
    expect(find(key)).toBeUndefined();
  expect(findMessage(undefined, "title", "en")).toBeUndefined();
});

test.each([
  ["en", 1, "one"],
  ["en", 0, "other"],
  ["en", 1.5, "other"],
  ["ar", 2, "two"],
  ["ar", 3, "few"],
  ["fr", 0, "one"],
])("in %s, a text with a count of %d has the form %s", (language, count, form) => {
  expect(findMessage(messages, "count", language, count)).toBe(form);
});

test("a text without plural forms can have a count", () => {
  expect(findMessage(messages, "title", "en", 3)).toBe("Books");
});

test("values replace their placeholders; numbers have separators and Western digits", () => {
  const fill = (message: string, language = "en") =>
    fillPlaceholders(message, language, { name: "Ann", count: 12_345, missing: undefined });
  expect(fill("{{name}} and {{name}}")).toBe("Ann and Ann");
  expect(fill("{{count}}: {{count, number}}")).toBe("12345: 12,345");
  expect(fill("{{count, number}}", "fr")).toBe("12\u202f345");
  expect(fill("{{count, number}}", "ar")).toBe("12,345");
  expect(fill("[{{missing}}{{unknown}}]")).toBe("[]");
});

test("a value is never read as a pattern, placeholder or markup", () => {
  const name = "$& {{count}} $t(common:yes) <b>&amp;</b>";
  expect(fillPlaceholders("Hi {{name}}", "en", { name, count: 1 })).toBe(`Hi ${name}`);
});
