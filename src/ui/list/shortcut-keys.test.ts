import { expect, test } from "vitest";
import { shortcutAction } from "./shortcut-keys.ts";

const press = (key: string, code = "", modifiers: Partial<KeyboardEvent> = {}) =>
  shortcutAction({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers });

test("keys have their actions", () => {
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

test("symbols work in every layout, also with Shift", () => {
  expect(press("/", "Digit7", { shiftKey: true })).toBe("search");
  expect(press("?", "Minus", { shiftKey: true })).toBe("help");
});

test("keys of other scripts are recognized by their position", () => {
  expect(press("ظ", "Slash")).toBe("search");
  expect(press("؟", "Slash", { shiftKey: true })).toBe("help");
  expect(press("ث", "KeyE")).toBe("edit");
});

test("keys with a modifier have no action", () => {
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    expect(press("e", "KeyE", modifiers)).toBeUndefined();
  }
  for (const key of ["ArrowDown", "Delete", "E"])
    expect(press(key, "KeyE", { shiftKey: true })).toBeUndefined();
});
