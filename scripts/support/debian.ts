import { existsSync, readFileSync } from "node:fs";
import { runChild } from "../bootstrap/child.mjs";
import { UserError } from "../bootstrap/errors.mjs";

const aptTimeoutMs = 300_000;
const releaseFile = "/etc/os-release";

/** Whether Debian's packages can be installed here: only by root. Ubuntu's chromium package is a snap. */
export function canInstallDebianPackages(): boolean {
  const release = existsSync(releaseFile) ? readFileSync(releaseFile, "utf8") : "";
  return process.getuid?.() === 0 && /^ID="?debian"?$/m.test(release);
}

/** @throws UserError with apt-get's output if it fails */
export async function installDebianPackages(...packages: string[]): Promise<void> {
  await aptGet("update");
  await aptGet("install", "-y", "--no-install-recommends", ...packages);
}

async function aptGet(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { code, output } = await runChild("apt-get", args, { quiet: true, env, timeoutMs: aptTimeoutMs });
  if (code === 0) return;
  throw new UserError(`apt-get ${args[0]} failed, so the tests lack what they need:\n${output.trim()}`);
}
