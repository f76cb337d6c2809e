import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";

/**
 * Installs the project's packages if package.json or package-lock.json has changed since the last installation. That
 * is stored inside node_modules, so that it is deleted together with the packages.
 * @param {{ projectDir: string, cacheDir: string, steps: import("./steps.mjs").Steps }} options
 * @throws UserError that says why npm failed
 */
export async function installPackages({ projectDir, cacheDir, steps }) {
  const wanted = packagesFingerprint(projectDir);
  const installedFile = join(cacheDir, "packages");
  const unfinishedFile = join(cacheDir, "packages.unfinished");
  if (isInstalled(installedFile, wanted)) return;

  const install = async () => {
    if (isInstalled(installedFile, wanted)) return;
    // npm does not notice a package that it was interrupted in: delete all packages after an interruption.
    if (existsSync(unfinishedFile)) removePackages(projectDir);
    writeFileSync(unfinishedFile, "");
    await steps.run("Installing packages", () =>
      // `npm ci` rejects the lock where a registry lacks other platforms' builds; `--no-save` leaves the lock as it is.
      npm(["install", "--no-save", "--include=dev", "--no-audit", "--no-fund"], {
        cwd: projectDir,
        need: "The project's packages must be installed",
      }),
    );
    // Packages that are gone stay in it.
    rmSync(compiledFolder(cacheDir), { recursive: true, force: true });
    writeFileSync(installedFile, wanted);
    rmSync(unfinishedFile);
  };
  await withLock(join(cacheDir, "packages.lock"), install, {
    onWait: () => steps.begin("Waiting for another command that installs packages"),
  });
  steps.end();
}

/** Where Node keeps what it compiles of packages. @param {string} cacheDir */
export function compiledFolder(cacheDir) {
  return join(cacheDir, "compiled");
}

/**
 * A hash of everything that decides which packages are installed.
 * @param {string} projectDir
 */
function packagesFingerprint(projectDir) {
  const manifest = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));
  const requested = [
    manifest.dependencies,
    manifest.devDependencies,
    manifest.overrides,
    manifest.allowScripts,
  ];
  return createHash("sha256")
    .update(JSON.stringify(requested))
    .update(readFileSync(join(projectDir, "package-lock.json")))
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");
}

/** Deletes node_modules except for the cache of the commands. @param {string} projectDir */
function removePackages(projectDir) {
  const folder = join(projectDir, "node_modules");
  for (const name of readdirSync(folder)) {
    if (name !== ".cache") rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** @param {string} installedFile @param {string} wanted */
function isInstalled(installedFile, wanted) {
  try {
    return readFileSync(installedFile, "utf8") === wanted;
  } catch {
    return false;
  }
}
