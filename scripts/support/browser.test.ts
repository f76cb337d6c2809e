import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { browsersIn, installedBrowser } from "./browser.ts";
import { UserError } from "../bootstrap/errors.mjs";
import { temporaryFolder } from "./testing.ts";

function programs(files: Record<string, string>): string {
  const folder = temporaryFolder(files);
  for (const name of Object.keys(files)) chmodSync(join(folder, name), 0o755);
  return folder;
}

const works = "#!/bin/sh\necho 1.0\n";
const fails = "#!/bin/sh\nexit 127\n";

test("CHROMIUM_PATH comes before any other browser, and must run", async () => {
  const folder = programs({ mine: works, broken: fails, chromium: works });
  const found = (name: string) => installedBrowser({ CHROMIUM_PATH: join(folder, name), PATH: folder });
  expect(await found("mine")).toBe(join(folder, "mine"));
  await expect(found("broken")).rejects.toThrow(UserError);
});

test("a browser on the PATH that does not run is skipped", async () => {
  const folder = programs({ chromium: fails, "google-chrome": works });
  expect(await installedBrowser({ PATH: folder })).toBe(join(folder, "google-chrome"));
});

test("a browser without a window is preferred, as tests are faster", async () => {
  const folder = programs({ chromium: works, "chromium-headless-shell": works });
  expect(await installedBrowser({ PATH: folder })).toBe(join(folder, "chromium-headless-shell"));
});

test("snaps, which have their own /tmp, are skipped", () => {
  const folder = programs({ "snap/chromium": works });
  symlinkSync(join(folder, "snap", "chromium"), join(folder, "chromium"));
  expect(browsersIn(folder).filter((file) => file.startsWith(folder))).toEqual([]);
});
