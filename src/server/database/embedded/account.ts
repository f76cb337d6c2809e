import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, realpathSync, statSync } from "node:fs";
import { chmod, chown, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseStartError } from "./start-errors.ts";

/** The account that PostgreSQL runs as: it refuses to run as root. */
export type Account = { uid: number; gid: number };

/** "nobody" on Linux. */
const unprivileged: Account = { uid: 65_534, gid: 65_534 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for the database files in a folder: ours, or for root the files' owner.
 * None on Windows, where files have no such owners.
 */
export function accountFor(data: string): Account | undefined {
  const ours = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  if (ours.uid === -1) return undefined;
  if (ours.uid !== 0) return ours;
  const owner = existsSync(data) ? statSync(data) : undefined;
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivileged;
}

/** Options that make a spawned process run as the account: only root may, and only root must, change it. */
export function spawnOptions(account: Account | undefined): { uid?: number; gid?: number; cwd: string } {
  return { cwd: "/", ...(isRoot() && account) };
}

/** @throws DatabaseStartError where the existing database files belong to someone else than who will run PostgreSQL. */
export function checkOwner(data: string): void {
  const account = accountFor(data);
  const owner = statSync(data).uid;
  if (!account || owner === account.uid) return;
  const places = [...new Set([data, realpathSync(data)])].map((place) => JSON.stringify(place)).join(" ");
  throw new DatabaseStartError(
    isRoot()
      ? `The database files in ${data} belong to root, and PostgreSQL refuses to run as root: hand them over with chown -R ${account.uid}:${account.gid} ${places}`
      : `The database in ${data} was made by another account (number ${owner}): start as that account, or hand it over with sudo chown -R ${account.uid}:${account.gid} ${places}`,
  );
}

/** Whether the account can really use a file: tried by a process of its own, for who may enter which folder is many rules. */
export function canAccess(
  account: Account | undefined,
  path: string,
  way: "r" | "w" | "x",
): Promise<boolean> {
  if (!account || !isRoot()) return Promise.resolve(true);
  return new Promise((done) => {
    const probe = spawn("/bin/sh", ["-c", `test -${way} "$0"`, path], {
      ...spawnOptions(account),
      stdio: "ignore",
    });
    probe.once("error", () => done(false));
    probe.once("exit", (code) => done(code === 0));
  });
}

/**
 * The folder of the Unix socket for a data folder: short, for a socket's path holds at most 107 bytes (103 on macOS), the
 * same in every process, and closed to other accounts.
 */
export function socketFolderFor(dataDir: string, account: Account): string {
  const place = existsSync(dataDir) ? realpathSync.native(dataDir) : resolve(dataDir);
  const hash = createHash("sha256").update(place).digest("hex").slice(0, 16);
  const parent = existsSync("/tmp") ? "/tmp" : tmpdir();
  return join(parent, `flyleaf-${account.uid}-${hash}`);
}

/**
 * Creates the socket's folder, or empties the one that an earlier server left.
 * @throws DatabaseStartError where another account got there first.
 */
export async function prepareSocketFolder(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  const owners = isRoot() ? [0, account.uid] : [account.uid];
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new DatabaseStartError(
      `${folder}, where the database's socket belongs, was made by someone else: remove it, then start again.`,
    );
  }
  if (isRoot()) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true });
}
