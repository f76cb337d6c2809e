import { readFileSync } from "node:fs";
import { runChild } from "../bootstrap/child.mjs";
import { UserError } from "../bootstrap/errors.mjs";

const aptTimeoutMs = 300_000;

/** Whether Debian's packages can be installed here: only by root. */
export function canInstallDebianPackages(): boolean {
  return process.getuid?.() === 0 && isDebian(readRelease());
}

/** Whether this is Debian. Ubuntu's chromium package is a snap. */
export function isDebian(osRelease: string): boolean {
  return /^ID="?debian"?$/m.test(osRelease);
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
  throw new UserError(`apt-get ${args[0]} failed, so the tests lack a browser:\n${output.trim()}`);
}

function readRelease(): string {
  try {
    return readFileSync("/etc/os-release", "utf8");
  } catch {
    return "";
  }
}
