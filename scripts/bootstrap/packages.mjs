import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";

/**
 * Installs the project's packages where they are not what package.json and package-lock.json say. What was installed
 * last is remembered inside node_modules, so that it goes when the packages go.
 * @param {{ projectDir: string, cacheDir: string, steps: import("./steps.mjs").Steps }} options
 * @throws UserError saying why npm failed
 */
export async function installPackages({ projectDir, cacheDir, steps }) {
  const wanted = packagesFingerprint(projectDir);
  const memory = join(cacheDir, "packages");
  const unfinished = join(cacheDir, "packages.unfinished");
  if (isInstalled(memory, wanted)) return;

  const install = async () => {
    if (isInstalled(memory, wanted)) return;
    // npm takes a package that it was interrupted in for a whole one: such an installation begins anew.
    if (existsSync(unfinished)) removePackages(projectDir);
    writeFileSync(unfinished, "");
    await steps.run("Installing packages", () =>
      // `npm ci` rejects the lock where a registry lacks other platforms' builds; `--no-save` leaves the lock as it is.
      npm(["install", "--no-save", "--include=dev", "--no-audit", "--no-fund"], {
        cwd: projectDir,
        toDo: "The project's packages must be installed",
      }),
    );
    writeFileSync(memory, wanted);
    rmSync(unfinished);
  };
  await withLock(join(cacheDir, "packages.lock"), install, {
    onWait: () => steps.begin("Waiting for another command that installs packages"),
  });
  steps.end();
}

/**
 * What decides which packages are installed: what the project asks for, and the machine.
 * @param {string} projectDir
 */
function packagesFingerprint(projectDir) {
  const manifest = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));
  const asked = [manifest.dependencies, manifest.devDependencies, manifest.overrides, manifest.allowScripts];
  return createHash("sha256")
    .update(JSON.stringify(asked))
    .update(readFileSync(join(projectDir, "package-lock.json")))
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");
}

/** All but what commands keep beside them. @param {string} projectDir */
function removePackages(projectDir) {
  const folder = join(projectDir, "node_modules");
  for (const name of readdirSync(folder)) {
    if (name !== ".cache") rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** @param {string} memory @param {string} wanted */
function isInstalled(memory, wanted) {
  try {
    return readFileSync(memory, "utf8") === wanted;
  } catch {
    return false;
  }
}
