import { constants } from "node:os";
import { stopChildren } from "./child.mjs";
import { formatError } from "./errors.mjs";

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** One Ctrl-C reaches a process up to three times: from the terminal, from npm, and from the Node that runs this one. */
const sameSignalMs = 500;
const parentMs = 250;
/** A process manager kills after about this long. */
const deadlineMs = 10_000;

/** @type {(() => Promise<void>) | undefined} */
let stop;
/** @type {number | undefined} */
let askedAt;

/** From now on, being asked to stop ends what this process has started, and then the process. */
export function watchSignals() {
  for (const signal of signals) process.on(signal, () => void stopped(signal));
  onParentExit(() => void stopped("SIGHUP"));
}

/**
 * Tells once the shell in which npm runs this process has died: npm hands a signal to its shell only, which dies of it, and would
 * leave this process running out of sight.
 * @param {() => void} tell
 */
export function onParentExit(tell) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    tell();
  }, parentMs).unref();
}

/**
 * What being asked to stop does from now on, once: the process then ends with 0, and after 10 s in any case.
 * Being asked a second time ends it at once.
 * @param {() => Promise<void>} work
 */
export function onStop(work) {
  stop = work;
}

/** @param {(typeof signals)[number]} signal */
async function stopped(signal) {
  const now = performance.now();
  if (askedAt !== undefined && now - askedAt < sameSignalMs) return;
  const again = askedAt !== undefined;
  askedAt = now;
  if (again || !stop) {
    stopChildren(signal);
    process.exit(128 + constants.signals[signal]);
  }
  // Whoever asked may have gone, and with them whatever read this process's words.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  setTimeout(() => {
    console.error(`Not everything had stopped after ${deadlineMs / 1_000} s.`);
    process.exit(1);
  }, deadlineMs).unref();
  try {
    await stop();
    process.exit(0);
  } catch (error) {
    console.error(formatError(error));
    process.exit(1);
  }
}
