import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./bootstrap/lock.mjs";
import { runChild } from "./child.mjs";
import { buildFingerprint } from "./fingerprint.ts";
import { explain, Problem } from "./problem.mjs";
import { cacheDir, projectDir } from "./project.ts";
import { createSteps, type Steps } from "./steps.mjs";

const distDir = join(projectDir, "dist");
const parts = ["client", "server"];
const fingerprintFile = join(distDir, ".fingerprint");

/** The built application that `src/main.ts` serves. */
export const built = {
  appModule: join(distDir, "server", "server.js"),
  clientDir: join(distDir, "client"),
};

/** `npm run build`: builds, whether or not something changed. */
export async function run(): Promise<void> {
  rmSync(fingerprintFile, { force: true });
  await buildIfChanged(createSteps());
}

/**
 * Builds the application for production where the last build was made from something else.
 * @throws Problem with the bundler's own words where the build fails; the last good build is then still there.
 */
export async function buildIfChanged(steps: Steps): Promise<void> {
  if (isBuiltFrom(buildFingerprint(projectDir, process.env))) return;
  const build = async () => {
    const fingerprint = buildFingerprint(projectDir, process.env);
    if (isBuiltFrom(fingerprint)) return;

    const nextDir = join(distDir, ".next");
    rmSync(nextDir, { recursive: true, force: true });
    await steps.run("Building the application", () => bundle(nextDir));
    await steps.run("Compressing its files", async () => {
      const { precompress } = await import("#server/http/precompress.ts");
      await precompress(join(nextDir, "client"));
    });
    replaceWith(nextDir);
    writeFileSync(fingerprintFile, fingerprint);
  };
  await withLock(join(cacheDir, "build.lock"), build, {
    onWait: () => steps.begin("Waiting for another command that builds"),
  });
  steps.end();
}

function isBuiltFrom(fingerprint: string): boolean {
  return existsSync(fingerprintFile) && readFileSync(fingerprintFile, "utf8") === fingerprint;
}

/** In a process of its own: the bundler's memory is free again before the application starts. */
async function bundle(outDir: string): Promise<void> {
  const { code, output } = await runChild(
    process.execPath,
    [join("node_modules", "vite", "bin", "vite.js"), "build", "--outDir", outDir, "--logLevel", "warn"],
    { cwd: projectDir, quiet: true, env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" } },
  );
  if (code === 0) return;
  const said = output.replaceAll(/^ +at .*\n?/gm, "").trim(); // The bundler's own stack helps nobody here.
  throw new Problem(
    /ENOSPC|no space left/i.test(said) ? explain(new Error(said)) : `The build failed:\n\n${said}`,
  );
}

/** The fingerprint goes first and comes last: between the two, nothing counts as built. */
function replaceWith(nextDir: string): void {
  rmSync(fingerprintFile, { force: true });
  mkdirSync(distDir, { recursive: true });
  for (const part of parts) {
    rmSync(join(distDir, part), { recursive: true, force: true });
    renameSync(join(nextDir, part), join(distDir, part));
  }
  rmSync(nextDir, { recursive: true, force: true });
}
