import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBuildConfig } from "#server/build-config.ts";
import { runChild } from "./bootstrap/child.mjs";
import { buildFingerprint } from "./support/fingerprint.ts";
import { diskFull, UserError } from "./bootstrap/errors.mjs";
import { projectDir } from "./support/project.ts";
import { createSteps, type Steps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";

const parts = ["client", "server"];

/** `npm run build`: builds, whether or not something has changed. */
export async function run(args: string[]): Promise<void> {
  parseArguments(args, { help: "Builds for production, whether or not something has changed." });
  rmSync(fingerprintFile(join(projectDir, "dist")), { force: true });
  await buildProduct(createSteps());
}

/** Builds for production if something has changed since the last build. @throws ConfigError if a setting of the build is invalid */
export async function buildProduct(steps: Steps): Promise<void> {
  // Vite would print the error as an object.
  await readBuildConfig(process.env);
  await buildIfChanged({
    distDir: join(projectDir, "dist"),
    fingerprint: () => buildFingerprint(projectDir, process.env),
    build: async (outDir) => {
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
  /** A hash of everything that the build depends on. */
  fingerprint: () => string;
  /** Builds `client` and `server` into an empty folder. */
  build: (outDir: string) => Promise<void>;
};

/**
 * Builds if `distDir` has no build with the current fingerprint. The new build replaces the last one when it is complete.
 * @throws what `build` throws; the last build is kept
 */
export async function buildIfChanged({ distDir, fingerprint, build }: Build): Promise<void> {
  const file = fingerprintFile(distDir);
  const wanted = fingerprint();
  if (existsSync(file) && readFileSync(file, "utf8") === wanted) return;
  mkdirSync(distDir, { recursive: true });
  // A folder of its own: two commands may build at the same time.
  const nextDir = mkdtempSync(join(distDir, ".next-"));
  try {
    await build(nextDir);
    rmSync(file, { force: true }); // Deleted first and written last: an interrupted build is not up to date.
    for (const part of parts) {
      rmSync(join(distDir, part), { recursive: true, force: true });
      renameSync(join(nextDir, part), join(distDir, part));
    }
    writeFileSync(file, wanted);
  } finally {
    rmSync(nextDir, { recursive: true });
  }
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
