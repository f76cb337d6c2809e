import { expect, test } from "vitest";
import { browserCommand } from "./open-tour.ts";

test("a browser opens only on a screen, and not in CI or in tests", () => {
  expect(browserCommand("darwin", {})).toEqual(["open"]);
  expect(browserCommand("win32", {})).toEqual(["explorer"]);
  expect(browserCommand("linux", { DISPLAY: ":0" })).toEqual(["xdg-open"]);
  expect(browserCommand("linux", { WAYLAND_DISPLAY: "wayland-0" })).toEqual(["xdg-open"]);
  expect(browserCommand("linux", {})).toEqual([]);
  for (const name of ["CI", "VITEST", "SSH_CONNECTION"])
    expect(browserCommand("darwin", { [name]: "true" })).toEqual([]);
});
