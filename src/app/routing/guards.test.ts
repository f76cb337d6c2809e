import { expect, test } from "vitest";
import { type AreaName, areaNames } from "#brand/area-names.ts";
import { accountPath, landingPath, requireArea } from "./guards.ts";

/** A user who may enter these areas. */
const userOf = (...names: AreaName[]) => ({
  areas: Object.fromEntries(areaNames.map((name) => [name, names.includes(name)])) as Record<
    AreaName,
    boolean
  >,
});

test("people land on the wanted page, in Manager if they may enter it, or at their account if they may enter no area", () => {
  expect(landingPath(userOf("manager"), "/x")).toBe("/x");
  expect(landingPath(userOf(...areaNames), "")).toBe("/manager");
  expect(landingPath(userOf(), "")).toBe("/account");
});

test.each(areaNames)("only people who may enter %s do", (area) => {
  const guarded = (...names: AreaName[]) => {
    const user = { ...userOf(...names), isOnboarded: true };
    return { context: { page: { user } }, location: { href: `/${area}` } } as unknown as Parameters<
      typeof requireArea
    >[0];
  };
  expect(requireArea(guarded(area), area).user.areas[area]).toBe(true);
  const others = areaNames.filter((name) => name !== area);
  expect(() => requireArea(guarded(...others), area)).toThrow(
    expect.objectContaining({ code: "FORBIDDEN", status: 403 }),
  );
});

test("the account is in an area that people may enter, or outside", () => {
  expect(accountPath(userOf("manager"))).toBe("/manager/account");
  expect(accountPath(userOf())).toBe("/account");
});
