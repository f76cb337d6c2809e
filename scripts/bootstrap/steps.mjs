/** Prints the steps of a command and how long each took: one line for each, on a terminal also while it runs. */
export function createSteps() {
  const isLive = process.stdout.isTTY && !process.env.CI;
  /** @type {{ text: string, startedAt: number } | undefined} */
  let running;
  const finish = (/** @type {string} */ mark) => {
    if (!running) return;
    const line = `${mark} ${running.text}  ${duration(performance.now() - running.startedAt)}\n`;
    process.stdout.write(isLive ? `\r\x1b[2K${line}` : line);
    running = undefined;
  };
  const steps = {
    /** Begins a step, which ends the step before it. @param {string} text */
    begin(text) {
      steps.end();
      running = { text, startedAt: performance.now() };
      if (isLive) process.stdout.write(`· ${text}`);
    },
    /** Marks the running step, if any, as done. */
    end: () => finish("✓"),
    /** Marks the running step, if any, as failed. */
    fail: () => finish("✗"),
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
        return await work();
      } catch (error) {
        steps.fail();
        throw error;
      } finally {
        steps.end();
      }
    },
  };
  return steps;
}

/** @typedef {ReturnType<typeof createSteps>} Steps */

/** A duration as text, for example "3.2 s". @param {number} milliseconds */
export function duration(milliseconds) {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
