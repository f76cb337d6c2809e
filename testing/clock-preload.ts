import { shiftClock } from "./shifted-clock.ts";

/* Loaded before the product (`clockSettings`): its clock is some seconds ahead at once, or after SIGUSR2. */
const seconds = Number(process.env.TEST_CLOCK_SECONDS);
if (process.env.TEST_CLOCK_SIGNAL) process.on("SIGUSR2", () => shiftClock(seconds));
else shiftClock(seconds);
