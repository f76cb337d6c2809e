import { expect, test } from "vitest";
import { isDebian } from "./debian.ts";

test("only Debian has a package that is not a snap", () => {
  expect(isDebian('NAME="Debian GNU/Linux"\nID=debian\n')).toBe(true);
  expect(isDebian("ID=ubuntu\nID_LIKE=debian\n")).toBe(false);
  expect(isDebian("")).toBe(false);
});
