import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkName } from "./name.ts";

test.each([
  ["  Ada Lovelace ", "Ada Lovelace"],
  ["e\u0301milie", "\u00e9milie"],
  ["فاطمة الزهراء", "فاطمة الزهراء"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["👩‍🚀", "👩‍🚀"],
  ["😀".repeat(100), "😀".repeat(100)],
])("%j is stored as %j", (typed, name) => {
  expect(checkName(typed)).toEqual({ name, problem: undefined });
});

describe("names that could break a page or a list are rejected", () => {
  test.each([
    ["101 characters", "a".repeat(101)],
    ["101 characters of two units", "😀".repeat(101)],
    ["a line end", "Ada\nLovelace"],
    ["a NUL", "Ada\u0000"],
    ["an override of direction", "Ada\u202e"],
    ["an embedding of direction", "Ada\u202b"],
    ["an isolate", "Ada\u2066"],
    ["half a character", "Ada\ud800"],
    ["nothing visible", "\u200b"],
    ["a line separator", "Ada\u2028Lovelace"],
  ])("%s", (_, typed) => {
    expect(checkName(typed)).toEqual({ name: typed, problem: "NAME_INVALID" });
  });

  test.each(["", " ", "\u00a0\t\n"])("%j is an empty name", (typed) => {
    expect(checkName(typed).problem).toBe("NAME_REQUIRED");
  });
});

test("a valid name has 1 to 100 characters, is trimmed, and doesn't change when checked again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 120 }), (typed) => {
      const { name, problem } = checkName(typed);
      if (problem) return;
      expect([...name].length).toBeGreaterThan(0);
      expect([...name].length).toBeLessThanOrEqual(100);
      expect(name).toBe(name.trim());
      expect(checkName(name)).toEqual({ name, problem: undefined });
    }),
  );
});
