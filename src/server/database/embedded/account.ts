import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

/** The account that runs PostgreSQL, which can't run as root. */
export type Account = { uid: number; gid: number };

/** "nobody" on Linux. */
export const unprivileged: Account = { uid: 65_534, gid: 65_534 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account that runs PostgreSQL on a data folder: ours, or for root the folder's owner. Undefined on Windows. */
export function accountFor(data: string): Account | undefined {
  if (!process.getuid || !process.getgid) return undefined;
  if (!isRoot()) return { uid: process.getuid(), gid: process.getgid() };
  const owner = statSync(data, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivileged;
}

/** Options that make a spawned process run as the account, without our environment, which contains secrets. */
export function spawnOptions(account: Account | undefined) {
  // start-errors.ts matches English messages.
  const env = { LC_MESSAGES: "C", PATH: "/usr/bin:/bin" };
  return { cwd: "/", env, windowsHide: true, ...(isRoot() && account) };
}

/** Runs a shell script as the account, with its arguments as $0, $1 and so on. @returns whether it succeeded */
export function runScript(account: Account | undefined, script: string, ...args: string[]): boolean {
  return spawnSync("/bin/sh", ["-c", script, ...args], spawnOptions(account)).status === 0;
}
