import { fileURLToPath } from "node:url";

const RealDate = globalThis.Date;
const realOrigin = performance.timeOrigin;

/** Sets this process's clock some seconds ahead, or behind: the earlier call no longer counts. */
export function shiftClock(seconds: number): void {
  const ms = seconds * 1_000;
  const now = () => RealDate.now() + ms;
  class ShiftedDate extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length > 0 ? args : [now()]) as [number]));
    }
    static override now = now;
    /** Dates from before the shift, too. */
    static override [Symbol.hasInstance](value: unknown) {
      return value instanceof RealDate;
    }
  }
  globalThis.Date = ms === 0 ? RealDate : (ShiftedDate as unknown as DateConstructor);
  Object.defineProperty(performance, "timeOrigin", { value: realOrigin + ms, configurable: true });
}

/** Settings of a server whose clock is some seconds ahead. @param o.isLater only after SIGUSR2 */
export function clockSettings(seconds: number, { isLater = false } = {}): Record<string, string> {
  const preload = fileURLToPath(new URL("clock-preload.ts", import.meta.url));
  return {
    NODE_OPTIONS: `--import "${preload}"`,
    TEST_CLOCK_SECONDS: String(seconds),
    ...(isLater && { TEST_CLOCK_SIGNAL: "SIGUSR2" }),
  };
}
