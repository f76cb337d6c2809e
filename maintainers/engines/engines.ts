import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstallDebianPackages, installDebianPackages } from "../../scripts/support/debian.ts";
import type { Steps } from "../../scripts/bootstrap/steps.mjs";

/** The browser engines in which the main flows run. Chromium has the end-to-end tests; here it translates each page. */
export const engines = ["firefox", "webkit", "translated"] as const;
export type Engine = (typeof engines)[number];

const debianPackages: Record<Engine, string[]> = {
  firefox: ["firefox-esr"],
  webkit: ["webkit2gtk-driver", "xvfb", "python3-gi", "gir1.2-webkit2-4.1"],
  translated: [],
};
const firefoxPrograms = ["firefox", "firefox-esr"];
const firefoxPaths = [
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  String.raw`C:\Program Files\Mozilla Firefox\firefox.exe`,
];
const webkitLibrary = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";

/**
 * Prints the engines that are left out because they are not installed. With CI=true, they are installed first where that
 * is possible.
 */
export async function prepareEngines(steps: Steps): Promise<void> {
  let missing = missingEngines();
  if (missing.length > 0 && process.env.CI === "true" && canInstallDebianPackages()) {
    const packages = missing.flatMap((engine) => debianPackages[engine]);
    await steps.run(`Installing ${missing.join(" and ")} with apt-get`, () =>
      installDebianPackages(...packages),
    );
    missing = missingEngines();
  }
  if (missing.length > 0) console.warn(`Without ${missing.join(" and ")}, which is not installed.`);
}

function missingEngines(): Engine[] {
  const installed = installedEngines();
  return engines.filter((engine) => !installed.includes(engine));
}

/** The engines that this machine has. */
export function installedEngines(): Engine[] {
  const isInstalled: Record<Engine, () => boolean> = {
    firefox: () => firefoxPath() !== undefined,
    webkit: hasWebKit,
    translated: () => process.env.CHROMIUM_PATH !== undefined,
  };
  return engines.filter((engine) => isInstalled[engine]());
}

/** The program of an installed Firefox. */
export function firefoxPath({ PATH = "" } = process.env): string | undefined {
  const folders = PATH.split(delimiter).filter(Boolean);
  return [
    ...firefoxPrograms.flatMap((program) => folders.map((folder) => join(folder, program))),
    ...firefoxPaths,
  ].find((file) => existsSync(file) && !isSnap(file) && runs(file));
}

/** Snaps have their own /tmp, without the profiles of the tests. */
function isSnap(file: string): boolean {
  return realpathSync(file).includes("snap");
}

/** On Windows, --version opens a window. */
function runs(program: string): boolean {
  return process.platform === "win32" || spawnSync(program, ["--version"], { timeout: 20_000 }).status === 0;
}

/** Whether WebKitGTK, its driver and a virtual display are installed. */
function hasWebKit(): boolean {
  const run = (program: string, ...args: string[]) => spawnSync(program, args, { timeout: 20_000 });
  const areOnPath = ["WebKitWebDriver", "Xvfb"].every((program) => run(program, "-help").error === undefined);
  return areOnPath && run("/usr/bin/python3", "-c", webkitLibrary).status === 0;
}
