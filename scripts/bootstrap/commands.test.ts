import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { checkNames } from "../../tools/check/index.ts";
import { projectDir } from "../support/project.ts";
import { commands, parseArguments, usage, UsageError } from "./commands.mjs";

test.each(Object.keys(commands))(
  "npm run %s: an unknown option or argument is an error with the usage",
  (name) => {
    for (const argument of [
      "--no-such-option",
      ...(commands[name]?.positionals ? [] : ["no-such-argument"]),
    ]) {
      expect(() => parseArguments(name, [argument])).toThrow(UsageError);
      expect(() => parseArguments(name, [argument])).toThrow(argument);
      expect(() => parseArguments(name, [argument])).toThrow(usage(name));
    }
    expect(parseArguments(name, ["--help"])).toBe("help");
  },
);

test.each(["test", "check", "bench", "storybook"])(
  "npm run %s: an argument that is not a choice is an error",
  (name) => {
    expect(() => parseArguments(name, ["no-such-choice"])).toThrow('Unknown argument "no-such-choice".');
  },
);

test("an option without its value, or with a value that it doesn't take, is an error", () => {
  expect(() => parseArguments("test", ["--name"])).toThrow(UsageError);
  expect(() => parseArguments("test", ["--long=yes"])).toThrow(UsageError);
});

test("known arguments are parsed", () => {
  expect(
    parseArguments("test", ["unit", "-t", "a step", "--file", "a", "--file=b", "e2e", "--long"]),
  ).toEqual({
    positionals: ["unit", "e2e"],
    options: { name: "a step", file: ["a", "b"], long: true },
  });
  expect(parseArguments("fix", ["src/a.ts"])).toEqual({ positionals: ["src/a.ts"], options: {} });
});

test("the usage lists arguments and options, and without a command all commands", () => {
  expect(usage("check")).toContain("Usage: npm run check -- [check …] [options]");
  expect(usage("check")).toContain("types, lint");
  expect(usage("test")).toContain("--name, -t <pattern>");
  expect(usage()).toMatch(/^ {2}npm start +Builds/m);
});

test("the lists of checks and benchmarks are complete", () => {
  const benchmarks = readdirSync(join(projectDir, "tools", "bench"))
    .filter((file) => file.endsWith(".ts"))
    .map((file) => basename(file, ".ts"));
  expect(commands.bench?.positionals?.choices?.toSorted()).toEqual(benchmarks.sort());
  expect(commands.check?.positionals?.choices?.toSorted()).toEqual(checkNames.toSorted());
});
