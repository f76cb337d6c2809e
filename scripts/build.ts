import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./bootstrap/lock.mjs";
import { runChild } from "./bootstrap/child.mjs";
import { buildFingerprint } from "./support/fingerprint.ts";
import { diskFull, UserError } from "./bootstrap/errors.mjs";
import { cacheDir, projectDir } from "./support/project.ts";
import { createSteps, type Steps } from "./bootstrap/steps.mjs";

const parts = ["client", "server"];

/** `npm run build`: builds, whether or not something has changed. */
export async function run(): Promise<void> {
  rmSync(fingerprintFile(join(projectDir, "dist")), { force: true });
  await buildProduct(createSteps());
}

/** Builds for production if something has changed since the last build. */
export function buildProduct(
  steps: Steps,
  { beforeBuild = async () => {} }: { beforeBuild?: () => Promise<void> } = {},
): Promise<void> {
  return buildIfChanged(steps, {
    distDir: join(projectDir, "dist"),
    lock: join(cacheDir, "build.lock"),
    fingerprint: () => buildFingerprint(projectDir, process.env),
    build: async (outDir) => {
      await beforeBuild();
      await steps.run("Building the application", () => bundle(outDir));
      await steps.run("Compressing files", async () => {
        const { precompress } = await import("#server/http/precompress.ts");
        await precompress(join(outDir, "client"));
      });
    },
  });
}

type Build = {
  distDir: string;
  lock: string;
  /** A hash of everything that the build depends on. */
  fingerprint: () => string;
  /** Builds `client` and `server` into an empty folder. */
  build: (outDir: string) => Promise<void>;
};

/**
 * Builds if `distDir` has no build with the current fingerprint. The new build replaces the last one when it is complete.
 * @throws what `build` throws; the last build is kept
 */
export async function buildIfChanged(
  steps: Pick<Steps, "begin" | "end">,
  { distDir, lock, fingerprint, build }: Build,
): Promise<void> {
  const file = fingerprintFile(distDir);
  const isUpToDate = (wanted: string) => existsSync(file) && readFileSync(file, "utf8") === wanted;
  if (isUpToDate(fingerprint())) return;

  const buildUnderLock = async () => {
    const wanted = fingerprint();
    if (isUpToDate(wanted)) return;
    const nextDir = join(distDir, ".next");
    rmSync(nextDir, { recursive: true, force: true });
    mkdirSync(nextDir, { recursive: true });
    await build(nextDir);
    rmSync(file, { force: true }); // Deleted first and written last: an interrupted build is not up to date.
    for (const part of parts) {
      rmSync(join(distDir, part), { recursive: true, force: true });
      renameSync(join(nextDir, part), join(distDir, part));
    }
    rmSync(nextDir, { recursive: true });
    writeFileSync(file, wanted);
  };
  await withLock(lock, buildUnderLock, {
    onWait: () => steps.begin("Waiting for another command that builds"),
  });
  steps.end();
}

function fingerprintFile(distDir: string): string {
  return join(distDir, ".fingerprint");
}

/**
 * Runs Vite in another process, so that its memory is free before the application starts.
 * @throws UserError with Vite's output
 */
async function bundle(outDir: string): Promise<void> {
  const { code, output } = await runChild(
    process.execPath,
    [join("node_modules", "vite", "bin", "vite.js"), "build", "--outDir", outDir, "--logLevel", "warn"],
    { cwd: projectDir, quiet: true, env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" } },
  );
  if (code === 0) return;
  const message = output.replaceAll(/^ +at .*\n?/gm, "").trim(); // Without Vite's own stack.
  if (/ENOSPC|no space left on device/i.test(message)) throw new UserError(diskFull);
  throw new UserError(`The build failed:\n\n${message}`);
}
