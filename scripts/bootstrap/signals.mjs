import { constants } from "node:os";
import { stopChildren } from "./child.mjs";
import { formatError } from "./errors.mjs";

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** One Ctrl-C can arrive three times: from the terminal, from npm, and from a Node that runs this one. */
const sameSignalMs = 500;
const parentPollMs = 250;
/** Process managers kill a process after about this time. */
const stopTimeoutMs = 10_000;

/** @type {(() => Promise<void>) | undefined} */
let stop;
/** @type {number | undefined} */
let signaledAt;

/** Stops this process and its children on SIGINT, SIGTERM and SIGHUP, and when its parent exits. */
export function watchSignals() {
  for (const signal of signals) process.on(signal, () => void handleSignal(signal));
  onParentExit(() => void handleSignal("SIGHUP"));
}

/**
 * Calls `callback` when the shell in which npm runs this process has exited. npm sends a signal only to that shell,
 * which would leave this process running.
 * @param {() => void} callback
 */
export function onParentExit(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, parentPollMs).unref();
}

/**
 * Sets what happens on the first signal. The process then exits with 0, after 10 s at the latest with 1. A second
 * signal ends it immediately.
 * @param {() => Promise<void>} callback
 */
export function onStop(callback) {
  stop = callback;
}

/** @param {(typeof signals)[number]} signal */
async function handleSignal(signal) {
  const now = performance.now();
  if (signaledAt !== undefined && now - signaledAt < sameSignalMs) return;
  const isSecond = signaledAt !== undefined;
  signaledAt = now;
  if (isSecond || !stop) {
    stopChildren(signal);
    process.exit(128 + constants.signals[signal]);
  }
  // The process that reads our output may have exited already.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  setTimeout(() => {
    console.error(`The command did not stop within ${stopTimeoutMs / 1_000} s.`);
    process.exit(1);
  }, stopTimeoutMs).unref();
  try {
    await stop();
    process.exit(0);
  } catch (error) {
    console.error(formatError(error));
    process.exit(1);
  }
}
