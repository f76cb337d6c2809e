import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, realpathSync, statSync } from "node:fs";
import { chmod, chown, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { StartError } from "#server/start-error.ts";

/** The account that runs PostgreSQL, which can't run as root. */
export type Account = { uid: number; gid: number };

/** "nobody" on Linux. */
export const unprivileged: Account = { uid: 65_534, gid: 65_534 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account that runs PostgreSQL on a data folder: ours, or for root the folder's owner. Undefined on Windows.
 */
export function accountFor(data: string): Account | undefined {
  const ours = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  if (ours.uid === -1) return undefined;
  if (ours.uid !== 0) return ours;
  const owner = existsSync(data) ? statSync(data) : undefined;
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivileged;
}

/** Options that make a spawned process run as the account. */
export function spawnOptions(account: Account | undefined): { uid?: number; gid?: number; cwd: string } {
  return { cwd: "/", ...(isRoot() && account) };
}

/** @throws StartError if the data folder belongs to another account than the one that runs PostgreSQL. */
export function checkOwner(data: string): void {
  const account = accountFor(data);
  const owner = statSync(data).uid;
  if (!account || owner === account.uid) return;
  const paths = [...new Set([data, realpathSync(data)])].map((path) => JSON.stringify(path)).join(" ");
  throw new StartError(
    isRoot()
      ? `The database files in ${data} belong to root, and PostgreSQL can't run as root: change their owner with chown -R ${account.uid}:${account.gid} ${paths}`
      : `The database in ${data} was created by another account (uid ${owner}): start as that account, or change its owner with sudo chown -R ${account.uid}:${account.gid} ${paths}`,
  );
}

/** Whether the account can access a file, tested by a process of that account. */
export function canAccess(
  account: Account | undefined,
  path: string,
  mode: "r" | "w" | "x",
): Promise<boolean> {
  if (!account || !isRoot()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const probe = spawn("/bin/sh", ["-c", `test -${mode} "$0"`, path], {
      ...spawnOptions(account),
      stdio: "ignore",
    });
    probe.once("error", () => resolve(false));
    probe.once("exit", (code) => resolve(code === 0));
  });
}

/**
 * The folder of the Unix socket for a data folder: the same in every process, and short, because a socket's path has at
 * most 107 bytes (103 on macOS).
 */
export function socketFolderFor(dataDir: string, account: Account): string {
  const path = existsSync(dataDir) ? realpathSync.native(dataDir) : resolve(dataDir);
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 16);
  const parent = existsSync("/tmp") ? "/tmp" : tmpdir();
  return join(parent, `flyleaf-${account.uid}-${hash}`);
}

/**
 * Creates the socket's folder, for its account only, or empties an existing one.
 * @throws StartError if the folder belongs to another account
 */
export async function prepareSocketFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  const owners = isRoot() ? [0, account.uid] : [account.uid];
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new StartError(
      `${folder}, the folder for the database's socket, belongs to another account: remove it, then start again.`,
    );
  }
  if (isRoot()) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true });
}
