import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runChild } from "../bootstrap/child.mjs";
import { UserError } from "../bootstrap/errors.mjs";
import { projectDir } from "./project.ts";
import type { Steps } from "../bootstrap/steps.mjs";

/** Chromium without a window, where there is one, needs a third less of the tests' time. */
const programs = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];
const usualPlaces = [
  "/opt/google/chrome/chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
];
/** A download on a slow line may take a while; one that never ends must not. */
const downloadMs = 240_000;
const packagesMs = 300_000;

/**
 * A Chromium for tests: the one that is there (see `installedBrowser`), else Playwright's, else Debian's package where
 * this user may install it.
 * @returns the path of its program
 * @throws UserError where none is to be had
 */
export async function findBrowser(steps: Steps): Promise<string> {
  const installed = await installedBrowser(process.env);
  if (installed) return installed;

  const cli = join(projectDir, "node_modules", "playwright-core", "cli.js");
  await steps.run("Fetching a browser", () =>
    runChild(process.execPath, [cli, "install", "chromium"], { quiet: true, timeoutMs: downloadMs }),
  );
  const playwrights = await playwrightsBrowser();
  if (playwrights) return playwrights;

  if (isRoot() && isDebian(readIfThere("/etc/os-release"))) {
    await steps.run("Installing Debian's chromium", installDebiansChromium);
    const debians = await installedBrowser(process.env);
    if (debians) return debians;
  }
  throw new UserError(
    "The tests need Chromium or Chrome, and none was found or could be fetched: install one, or name its program in CHROMIUM_PATH.",
  );
}

/**
 * The Chromium that is there already: CHROMIUM_PATH, else one on the PATH or in a usual place, else Playwright's.
 * @throws UserError where CHROMIUM_PATH names a program that does not run
 */
export async function installedBrowser(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (env.CHROMIUM_PATH) {
    if (runs(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new UserError(
      `CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which does not run: correct it or leave it out.`,
    );
  }
  return browsersIn(env.PATH).find(runs) ?? (await playwrightsBrowser());
}

/** Where a browser may be, in the order in which they are preferred. */
export function browsersIn(path = ""): string[] {
  const folders = path.split(delimiter).filter(Boolean);
  return [
    ...programs.flatMap((program) => folders.map((folder) => join(folder, program))),
    ...usualPlaces,
  ].filter((file) => existsSync(file) && !isSnap(file));
}

/** Whether this Linux takes Debian's packages of that name: Ubuntu's chromium is a snap. */
export function isDebian(osRelease: string): boolean {
  return /^ID="?debian"?$/m.test(osRelease);
}

/** Snaps see a /tmp of their own, where tests' profiles are not. */
function isSnap(file: string): boolean {
  return (
    realpathSync(file).includes("snap") ||
    (file.endsWith("chromium-browser") && /\/snap\//.test(readIfThere(file)))
  );
}

async function playwrightsBrowser(): Promise<string | undefined> {
  const { chromium } = await import("playwright-core");
  const path = chromium.executablePath();
  return path && existsSync(path) && runs(path) ? path : undefined;
}

/** One that lacks a library of the system does not even say its version. On Windows, asking opens a window. */
function runs(program: string): boolean {
  if (process.platform === "win32") return existsSync(program);
  return spawnSync(program, ["--version"], { timeout: 20_000 }).status === 0;
}

/** Older releases have no package of the one without a window. */
async function installDebiansChromium(): Promise<void> {
  await aptGet("update");
  await aptGet("install", "-y", "--no-install-recommends", "chromium-headless-shell").catch(() =>
    aptGet("install", "-y", "--no-install-recommends", "chromium"),
  );
}

async function aptGet(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { code, output } = await runChild("apt-get", args, { quiet: true, env, timeoutMs: packagesMs });
  if (code === 0) return;
  throw new UserError(
    `apt-get ${args[0]} failed, so that there is no browser for the tests:\n${output.trim()}`,
  );
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
