import { expect, test } from "vitest";
import { readCookie } from "./cookies.ts";

test("a cookie is found by its full name, the first of two, with all of its value", () => {
  expect(readCookie("xi18next=zz; i18next=fr; i18nextLng=yy; i18next=sw", "i18next")).toBe("fr");
  expect(readCookie("signed=token.c2lnbmF0dXJl==", "signed")).toBe("token.c2lnbmF0dXJl==");
  expect(readCookie("a=b; c", "c")).toBeUndefined();
  expect(readCookie("", "c")).toBeUndefined();
});
