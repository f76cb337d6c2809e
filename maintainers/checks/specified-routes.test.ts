import { expect, test } from "vitest";
import { allOf } from "../../../testing/feature-testing.ts";
import { screenPaths } from "../../../testing/e2e/support/screens.ts";

/** The screens of the specification's route table. "/" and "/manager" only redirect. */
const specified = [
  "/login",
  "/login/verify",
  "/login/error",
  "/app",
  "/app/account",
  "/manager/dashboard",
  "/manager/users",
  "/manager/users/new",
  "/manager/users/$id",
  "/manager/users/$id/update",
  "/manager/account",
  ...allOf("specified").flatMap(({ routes }) => routes),
];

test("the screens that the specification names exist at its routes", () => {
  expect(screenPaths()).toEqual(expect.arrayContaining(specified));
});
