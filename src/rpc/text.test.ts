import { expect, test } from "vitest";
import { typedText } from "./text.ts";

test("a text whose marks would take seconds to sort is rejected", () => {
  const { error } = typedText(500, "common:errors.required").safeParse("a" + "\u0301\u0316".repeat(100));
  expect(error?.issues).toMatchObject([{ params: { code: "INVALID_CHARACTERS" } }]);
});
