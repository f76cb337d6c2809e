import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runChild } from "../bootstrap/child.mjs";
import { UserError } from "../bootstrap/errors.mjs";
import { canInstallDebianPackages, installDebianPackages } from "./debian.ts";
import { projectDir } from "./project.ts";
import type { Steps } from "../bootstrap/steps.mjs";

/** In order of preference: tests are a third faster in Chromium without a window. */
const programs = ["chromium-headless-shell", "chromium", "google-chrome-stable", "google-chrome", "chrome"];
const defaultPaths = [
  "/opt/google/chrome/chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
];
/** Long enough for slow connections. */
const downloadTimeoutMs = 240_000;

/**
 * Finds a Chromium: an installed one (see `installedBrowser`), otherwise downloads Playwright's, otherwise
 * installs Debian's package if this user is root.
 * @returns the path of its program
 * @throws UserError if there is none
 */
export async function findBrowser(steps: Steps): Promise<string> {
  const installed = await installedBrowser(process.env);
  if (installed) return installed;

  const cli = join(projectDir, "node_modules", "playwright-core", "cli.js");
  await steps.run("Downloading a browser", () =>
    runChild(process.execPath, [cli, "install", "chromium"], { quiet: true, timeoutMs: downloadTimeoutMs }),
  );
  const downloaded = await playwrightBrowser();
  if (downloaded) return downloaded;

  if (canInstallDebianPackages()) {
    await steps.run("Installing Chromium with apt-get", installChromium);
    const packaged = await installedBrowser(process.env);
    if (packaged) return packaged;
  }
  throw new UserError(
    "Chromium or Chrome is needed, and none was found or could be downloaded: install one, or set CHROMIUM_PATH to its program.",
  );
}

/**
 * An installed Chromium: CHROMIUM_PATH, otherwise one on the PATH or in a default path, otherwise Playwright's.
 * @throws UserError if the program in CHROMIUM_PATH does not run
 */
export async function installedBrowser(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (env.CHROMIUM_PATH) {
    if (runs(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new UserError(
      `CHROMIUM_PATH is ${env.CHROMIUM_PATH}, which does not run: correct it or remove it.`,
    );
  }
  return browsersIn(env.PATH).find(runs) ?? (await playwrightBrowser());
}

/** Existing browsers, in order of preference. Snaps have their own /tmp, without the profiles of the tests. */
export function browsersIn(path = ""): string[] {
  const folders = path.split(delimiter).filter(Boolean);
  return [
    ...programs.flatMap((program) => folders.map((folder) => join(folder, program))),
    ...defaultPaths,
  ].filter((file) => existsSync(file) && !realpathSync(file).includes("snap"));
}

async function playwrightBrowser(): Promise<string | undefined> {
  const { chromium } = await import("playwright-core");
  const path = chromium.executablePath();
  return path && existsSync(path) && runs(path) ? path : undefined;
}

/** A browser without the libraries that it needs doesn't print its version. On Windows, --version opens a window. */
function runs(program: string): boolean {
  if (process.platform === "win32") return existsSync(program);
  return spawnSync(program, ["--version"], { timeout: 20_000 }).status === 0;
}

/** Older releases have no package without a window. The fonts are like those of most people's machines. */
async function installChromium(): Promise<void> {
  const install = (chromium: string) => installDebianPackages(chromium, "fonts-liberation");
  await install("chromium-headless-shell").catch(() => install("chromium"));
}
