import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "./errors.mjs";

const pollMs = 200;
const secondsToWriteAnId = 2;

/**
 * Does some work while no other process does it: a file holds the id of the process that is at it. A lock whose
 * process has died counts for nothing.
 * @template Result
 * @param {string} file
 * @param {() => Promise<Result>} work
 * @param {{ deadlineMs?: number, onWait?: () => void }} [options] how long to wait for the other one, and what to do
 *   where that is necessary
 * @returns {Promise<Result>}
 * @throws UserError where the other one takes longer than that
 */
export async function withLock(file, work, { deadlineMs = 600_000, onWait = () => {} } = {}) {
  mkdirSync(dirname(file), { recursive: true });
  const deadline = Date.now() + deadlineMs;
  for (let tries = 0; !take(file); tries += 1) {
    if (tries === 1) onWait();
    if (Date.now() > deadline) {
      throw new UserError(
        `Another command (process ${holder(file)}) has been preparing this folder for ${Math.round(deadlineMs / 1_000)} s: stop it, then run this one again.`,
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
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  if (isStale(file)) removeStale(file);
  return false;
}

/** Whether its process has died, or had died before it wrote its id. @param {string} file */
function isStale(file) {
  const pid = holder(file);
  if (pid !== undefined) return !isAlive(pid);
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Date.now() - written > secondsToWriteAnId * 1_000;
}

/** Of several processes that find the same stale lock, only one can rename it. @param {string} file */
function removeStale(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside);
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
