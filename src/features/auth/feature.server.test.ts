import { expect, test } from "vitest";
import { formBodyRule } from "./feature.server.ts";

test("exactly the pages with forms that work without JavaScript accept forms", () => {
  for (const path of [
    "/login",
    "/login/social", // optional: social
    "/login/verify",
    "/login/confirm",
    "/login/undo-email",
    "/login/link",
    "/onboarding",
    "/logout",
    "/stop-impersonating", // optional: impersonation
  ]) {
    expect(path).toMatch(formBodyRule.path);
    expect(`${path}/`).toMatch(formBodyRule.path);
    expect(`${path}/x`).not.toMatch(formBodyRule.path);
    expect(`/x${path}`).not.toMatch(formBodyRule.path);
  }
  expect("/").not.toMatch(formBodyRule.path);
});

test("forms are small: a megabyte of fields takes seconds to parse", () => {
  expect(formBodyRule.maxBytes).toBeLessThanOrEqual(16 * 1024);
});
