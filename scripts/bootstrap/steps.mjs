const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 80;
/** Off a terminal, a step that takes longer than this is printed before it is done. */
const slowStepMs = 3_000;

/**
 * Prints the steps of a command and how long each took. On a terminal the running step has a spinner; elsewhere (a
 * pipe, CI) each step is a plain line once it is done.
 * @param {{ stream?: NodeJS.WritableStream & { isTTY?: boolean }, live?: boolean, color?: boolean }} [options]
 */
export function createSteps({
  stream = process.stdout,
  live = Boolean(stream.isTTY) && !process.env.CI,
  color = Boolean(stream.isTTY) && !process.env.NO_COLOR,
} = {}) {
  /** @type {{ text: string, startedAt: number, timer: NodeJS.Timeout } | undefined} */
  let running;

  const paint = (/** @type {number} */ code, /** @type {string} */ text) =>
    color ? `\x1b[${code}m${text}\x1b[0m` : text;
  const clear = () => void (live && stream.write("\r\x1b[2K"));
  const draw = (frame = 0) => {
    if (!running || !live) return;
    clear();
    const seconds = Math.floor((performance.now() - running.startedAt) / 1_000);
    stream.write(
      `${paint(36, frames[frame % frames.length] ?? "")} ${running.text}${seconds > 0 ? paint(2, `  ${seconds} s`) : ""}`,
    );
  };

  const finish = (/** @type {string} */ mark) => {
    if (!running) return;
    clearInterval(running.timer);
    clear();
    stream.write(`${mark} ${running.text}  ${paint(2, duration(performance.now() - running.startedAt))}\n`);
    running = undefined;
  };

  const steps = {
    /** Begins a step, which ends the step before it. @param {string} text */
    begin(text) {
      steps.end();
      let frame = 0;
      const timer = live
        ? setInterval(() => draw((frame += 1)), frameMs)
        : setTimeout(() => stream.write(`· ${text} …\n`), slowStepMs);
      timer.unref();
      running = { text, startedAt: performance.now(), timer };
      draw();
    },

    /** Marks the running step, if any, as done. */
    end() {
      finish(paint(32, "✓"));
    },

    /** Marks the running step, if any, as failed. */
    fail() {
      finish(paint(31, "✗"));
    },

    /**
     * Runs some work as a step.
     * @template Result
     * @param {string} text
     * @param {() => Result | Promise<Result>} work
     * @returns {Promise<Result>} the result of the work
     */
    async run(text, work) {
      steps.begin(text);
      try {
        const result = await work();
        steps.end();
        return result;
      } catch (error) {
        steps.fail();
        throw error;
      }
    },

    /** Prints a line above the running step. @param {string} text */
    print(text) {
      clear();
      stream.write(`${text}\n`);
      draw();
    },
  };
  return steps;
}

/** @typedef {ReturnType<typeof createSteps>} Steps */

/**
 * A duration as text: "40 ms", "3.2 s", "1 min 05 s".
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
