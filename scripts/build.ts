import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./bootstrap/lock.mjs";
import { runChild } from "./bootstrap/child.mjs";
import { buildFingerprint } from "./support/fingerprint.ts";
import { diskFull, UserError } from "./bootstrap/errors.mjs";
import { cacheDir, projectDir } from "./support/project.ts";
import { createSteps, type Steps } from "./bootstrap/steps.mjs";

const parts = ["client", "server"];

/** `npm run build`: builds, whether or not something changed. */
export async function run(): Promise<void> {
  rmSync(fingerprintFile(join(projectDir, "dist")), { force: true });
  await buildProduct(createSteps());
}

/** Builds the product for production where the last build was made from something else. */
export function buildProduct(steps: Steps): Promise<void> {
  return buildIfChanged(steps, {
    distDir: join(projectDir, "dist"),
    lock: join(cacheDir, "build.lock"),
    fingerprint: () => buildFingerprint(projectDir, process.env),
    make: async (outDir) => {
      await steps.run("Building the application", () => bundle(outDir));
      await steps.run("Compressing its files", async () => {
        const { precompress } = await import("#server/http/precompress.ts");
        await precompress(join(outDir, "client"));
      });
    },
  });
}

type Build = {
  distDir: string;
  lock: string;
  /** What a build made now would be made from. */
  fingerprint: () => string;
  /** Builds into an empty folder: `client` and `server`. */
  make: (outDir: string) => Promise<void>;
};

/**
 * Builds where `distDir` holds no build, or one that was made from something else. A build is made beside the last
 * one and takes its place once it is whole.
 * @throws what `make` throws; the last build is then still there.
 */
export async function buildIfChanged(
  steps: Pick<Steps, "begin" | "end">,
  { distDir, lock, fingerprint, make }: Build,
): Promise<void> {
  const file = fingerprintFile(distDir);
  const isBuiltFrom = (wanted: string) => existsSync(file) && readFileSync(file, "utf8") === wanted;
  if (isBuiltFrom(fingerprint())) return;

  const build = async () => {
    const wanted = fingerprint();
    if (isBuiltFrom(wanted)) return;
    const nextDir = join(distDir, ".next");
    rmSync(nextDir, { recursive: true, force: true });
    mkdirSync(nextDir, { recursive: true });
    await make(nextDir);
    rmSync(file, { force: true }); // It goes first and comes last: between the two, nothing counts as built.
    for (const part of parts) {
      rmSync(join(distDir, part), { recursive: true, force: true });
      renameSync(join(nextDir, part), join(distDir, part));
    }
    rmSync(nextDir, { recursive: true });
    writeFileSync(file, wanted);
  };
  await withLock(lock, build, { onWait: () => steps.begin("Waiting for another command that builds") });
  steps.end();
}

function fingerprintFile(distDir: string): string {
  return join(distDir, ".fingerprint");
}

/**
 * In a process of its own: the bundler's memory is free again before the application starts.
 * @throws UserError with the bundler's own words
 */
async function bundle(outDir: string): Promise<void> {
  const { code, output } = await runChild(
    process.execPath,
    [join("node_modules", "vite", "bin", "vite.js"), "build", "--outDir", outDir, "--logLevel", "warn"],
    { cwd: projectDir, quiet: true, env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" } },
  );
  if (code === 0) return;
  const said = output.replaceAll(/^ +at .*\n?/gm, "").trim(); // The bundler's own stack helps nobody here.
  if (/ENOSPC|no space left on device/i.test(said)) throw new UserError(diskFull);
  throw new UserError(`The build failed:\n\n${said}`);
}
