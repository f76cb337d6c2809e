import { constants, fstatSync, openSync, write as writeFile, writeSync } from "node:fs";

/** What this process writes to stdout or stderr. Writing never waits for its reader, never fails, and needs little memory. */
export type Output = {
  /** Writes lines, together with others, within a tenth of a second or when the process exits. */
  write(lines: string): void;
  /** Writes what waits now. */
  flush(): void;
  /** How many lines were dropped, because they could not be written and there was no more space for them. */
  droppedLines(): number;
  /** "ok", or "failing: " and why. */
  health(): string;
  /** Calls a function when lines can be written again after some were dropped. */
  onRecovery(listener: (droppedLines: number) => void): void;
};

/** Both outputs of this process. */
export type Outputs = {
  health(): string;
  /** By the name of the output. */
  droppedLines(): Record<string, number>;
  onRecovery(listener: (droppedLines: number, output: string) => void): void;
};

/** In characters: more lines are dropped. */
const maxWaiting = 1_000_000;
/** So many characters are written at once, fewer after `batchMs`. */
const batchLength = 4_096;
const batchMs = 100;
/** Each further delay is twice as long, up to `maxRetryMs`. */
const firstRetryMs = 10;
const maxRetryMs = 1_000;
/** A reader that is slow for a moment is no failure. */
const failingAfterMs = 1_000;
/** How long the exit waits for a reader. */
const exitTimeoutMs = 500;

const names = { 1: "stdout", 2: "stderr" } as const;
const outputs = new Map<1 | 2, Output>();

/** This process's output 1 (stdout) or 2 (stderr). */
export function outputTo(descriptor: 1 | 2): Output {
  const output = outputs.get(descriptor) ?? openOutput(descriptor);
  outputs.set(descriptor, output);
  return output;
}

/** Sends what this process prints by other ways, for example the console, to the same outputs. */
export function guardOutputs(): Outputs {
  const both = ([1, 2] as const).map((descriptor) => ({
    name: names[descriptor],
    output: outputTo(descriptor),
  }));
  for (const { name, output } of both) {
    process[name].write = (chunk: string | Uint8Array, ...rest: unknown[]): true => {
      output.write(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
      output.flush();
      const callback = rest.at(-1);
      if (typeof callback === "function") process.nextTick(callback as () => void);
      return true;
    };
  }
  return {
    health: () => both.map(({ output }) => output.health()).find((state) => state !== "ok") ?? "ok",
    onRecovery: (listener) =>
      both.forEach(({ name, output }) => output.onRecovery((lines) => listener(lines, name))),
    droppedLines: () =>
      Object.fromEntries(both.map(({ name, output }) => [name, output.droppedLines()] as const)),
  };
}

function openOutput(output: 1 | 2): Output {
  const descriptor = openWithoutBlocking(output);
  // A file can't be written without waiting for its disk, so another thread does it.
  const isFile = fstatSync(descriptor).isFile();
  let waiting: string[] = [];
  let waitingLength = 0;
  /** What is being written. */
  let current: Buffer = Buffer.alloc(0);
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  let problem: { code: string | undefined; since: number } | undefined;
  let retryMs = firstRetryMs;
  const dropped = { total: 0, unreported: 0 };
  let reportDropped: (lines: number) => void = () => undefined;

  function writeIn(delayMs: number) {
    timer ??= setTimeout(() => {
      timer = undefined;
      writeNext();
    }, delayMs).unref();
  }

  function takeWaiting() {
    current = Buffer.concat([current, Buffer.from(waiting.join(""))]);
    waiting = [];
    waitingLength = 0;
  }

  function writeNext() {
    if (isWriting) return;
    if (current.length === 0) takeWaiting();
    if (current.length === 0) return report();
    isWriting = true;
    if (isFile) return writeFile(descriptor, current, handleWritten);
    try {
      handleWritten(null, writeSync(descriptor, current));
    } catch (error) {
      handleWritten(error as NodeJS.ErrnoException, 0);
    }
  }

  function handleWritten(error: NodeJS.ErrnoException | null, bytes: number) {
    isWriting = false;
    if (error) {
      problem ??= { code: error.code, since: performance.now() };
      writeIn(retryMs);
      retryMs = Math.min(2 * retryMs, maxRetryMs);
      return;
    }
    problem = undefined;
    retryMs = firstRetryMs;
    current = current.subarray(bytes);
    writeNext();
  }

  /** Everything has been written. */
  function report() {
    if (dropped.unreported === 0) return;
    const lines = dropped.unreported;
    dropped.unreported = 0;
    reportDropped(lines);
  }

  /** @returns whether everything could be written in time */
  function writeAllBefore(deadline: number): boolean {
    takeWaiting();
    while (current.length > 0) {
      try {
        current = current.subarray(writeSync(descriptor, current));
      } catch (error) {
        const isBusy = (error as NodeJS.ErrnoException).code === "EAGAIN";
        if (!isBusy || performance.now() > deadline) return false;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, firstRetryMs);
      }
    }
    return true;
  }

  process.on("exit", () => {
    const deadline = performance.now() + exitTimeoutMs;
    // Its thread ends before the process does.
    if (isWriting) current = Buffer.alloc(0);
    if (!writeAllBefore(deadline)) return;
    report();
    writeAllBefore(deadline);
  });

  return {
    write(lines) {
      if (waitingLength + lines.length > maxWaiting) {
        const count = lines.trimEnd().split("\n").length;
        dropped.total += count;
        dropped.unreported += count;
        return;
      }
      waiting.push(lines);
      waitingLength += lines.length;
      if (problem) return;
      if (waitingLength < batchLength) writeIn(batchMs);
      else writeNext();
    },
    flush() {
      if (!problem) writeNext();
    },
    droppedLines: () => dropped.total,
    health() {
      const isFailing = problem && performance.now() - problem.since > failingAfterMs;
      if (!isFailing && dropped.unreported === 0) return "ok";
      const isSlow = problem === undefined || problem.code === "EAGAIN";
      const reason = isSlow ? "its reader is too slow" : problem?.code;
      const lines = dropped.total > 0 ? `, ${dropped.total} lines were dropped` : "";
      return `failing: ${names[output]} can't be written (${reason})${lines}`;
    },
    onRecovery: (listener) => void (reportDropped = listener),
  };
}

/** @returns a descriptor of the same output, on which writing fails with EAGAIN instead of waiting */
function openWithoutBlocking(output: 1 | 2): number {
  // When Node creates these streams, pipes and sockets become non-blocking, and terminals don't: Ctrl-S pauses them.
  if (!process[names[output]].isTTY) return output;
  try {
    return openSync(`/dev/fd/${output}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return output;
  }
}
