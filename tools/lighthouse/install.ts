import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withLock } from "../../scripts/bootstrap/lock.mjs";
import { npm } from "../../scripts/bootstrap/npm.mjs";
import type { Steps } from "../../scripts/bootstrap/steps.mjs";
import { cacheDir } from "../../scripts/support/project.ts";
import type { Lighthouse } from "./lighthouse.ts";

/** The packages that Lighthouse needs are those that existed on this day. */
const pinned = { version: "13.5.0", before: "2026-11-20" };

/**
 * Loads Lighthouse, and installs it at the first time. It is no dependency of the project, because its 200 packages take
 * 180 MB, a fifth of all others.
 * @throws UserError if it can't be installed
 */
export async function loadLighthouse(steps: Steps): Promise<Lighthouse> {
  const folder = join(cacheDir, `lighthouse-${pinned.version}`);
  const installed = join(folder, "installed");
  const install = async () => {
    if (existsSync(installed)) return;
    mkdirSync(folder, { recursive: true });
    const dependencies = { lighthouse: pinned.version };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
    await npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", `--before=${pinned.before}`], {
      cwd: folder,
      need: `Lighthouse ${pinned.version} is installed when it is first used`,
    });
    writeFileSync(installed, "");
  };
  if (!existsSync(installed))
    await steps.run(`Installing Lighthouse ${pinned.version}`, () => withLock(`${folder}.lock`, install));
  const entry = join(folder, "node_modules", "lighthouse", "core", "index.js");
  const { default: lighthouse } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
  return lighthouse;
}
