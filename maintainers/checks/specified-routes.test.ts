import { expect, test } from "vitest";
import { screenPaths } from "../../testing/e2e/support/screens.ts";

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
  "/app/books",
  "/app/books/$id",
  "/manager/books",
  "/manager/books/new",
  "/manager/books/$id",
  "/manager/books/$id/update",
];

test("the screens that the specification names exist at its routes", () => {
  expect(screenPaths()).toEqual(expect.arrayContaining(specified));
});
