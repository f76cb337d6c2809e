import { expect, test } from "vitest";
import { shortcutAction } from "./shortcut-action.ts";

const press = (key: string, code = "", held: Partial<KeyboardEvent> = {}) =>
  shortcutAction({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test("keys ask for what they are named after", () => {
  expect(["/", "?", "e", "ArrowDown", "ArrowUp", "Delete"].map((key) => press(key))).toEqual([
    "search",
    "help",
    "edit",
    "next",
    "previous",
    "delete",
  ]);
  expect(["x", "Enter", "Tab", " ", "Backspace"].map((key) => press(key))).toEqual(Array(5).fill(undefined));
});

test("a sign is what it writes, wherever its key is and whether it needs Shift", () => {
  expect(press("/", "Digit7", { shiftKey: true })).toBe("search");
  expect(press("?", "Minus", { shiftKey: true })).toBe("help");
});

test("on a keyboard of another script the place counts", () => {
  expect(press("ظ", "Slash")).toBe("search");
  expect(press("؟", "Slash", { shiftKey: true })).toBe("help");
  expect(press("ث", "KeyE")).toBe("edit");
});

test("with another key held it is somebody else's shortcut, and Shift marks text", () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    expect(press("e", "KeyE", held)).toBeUndefined();
  }
  for (const key of ["ArrowDown", "Delete", "E"])
    expect(press(key, "KeyE", { shiftKey: true })).toBeUndefined();
});
