import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "./errors.mjs";

const pollMs = 200;
/** How long a process may take between creating the file and writing its id into it. */
const writeIdMs = 2_000;

/**
 * Runs some work while no other process holds the lock, a file with the id of the process that holds it. The lock of a
 * process that has exited is ignored.
 * @template Result
 * @param {string} file
 * @param {() => Promise<Result>} work
 * @param {{ timeoutMs?: number, onWait?: () => void }} [options] `onWait` is called once if another process holds it
 * @returns {Promise<Result>}
 * @throws UserError after `timeoutMs`
 */
export async function withLock(file, work, { timeoutMs = 600_000, onWait = () => {} } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 0; !acquire(file); attempt += 1) {
    if (attempt === 1) onWait();
    if (Date.now() > deadline) {
      throw new UserError(
        `Another command (process ${holder(file)}) has been preparing this folder for ${Math.round(timeoutMs / 1_000)} s: stop it, then run this one again.`,
      );
    }
    await wait(pollMs);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** @param {string} file */
function acquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  if (isStale(file)) removeStale(file);
  return false;
}

/** Whether its process has exited, possibly before it wrote its id. @param {string} file */
function isStale(file) {
  const pid = holder(file);
  if (pid !== undefined) return !isAlive(pid);
  const writtenAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return writtenAt !== undefined && Date.now() - writtenAt > writeIdMs;
}

/** If several processes find the same stale lock, only one of them can rename it. @param {string} file */
function removeStale(file) {
  const renamed = `${file}.${process.pid}`;
  try {
    renameSync(file, renamed);
    rmSync(renamed);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** @param {string} file */
function holder(file) {
  try {
    return Number(readFileSync(file, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
