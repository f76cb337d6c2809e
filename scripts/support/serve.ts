import type { RunOptions, Running } from "#app/run.server.ts";
import { readyMessage } from "./ready-message.ts";
import { onStop } from "../bootstrap/signals.mjs";
import type { Steps } from "../bootstrap/steps.mjs";

/**
 * Runs the product in this process until a signal stops it, and prints its URL.
 * @param run starts it
 * @param alsoClose closes more when it stops
 */
export async function serveUntilStopped(
  steps: Steps,
  run: (options: Pick<RunOptions, "env" | "pretty" | "onStep">) => Promise<Running>,
  alsoClose: () => Promise<void> = async () => {},
): Promise<Running> {
  const starting = run({ env: process.env, pretty: true, onStep: steps.begin });
  // A signal during the start waits until everything is started and can be closed.
  onStop(async () => {
    const running = await starting.catch(() => undefined);
    steps.begin("Stopping");
    await running?.close();
    await alsoClose();
    steps.end();
  });
  const running = await starting.catch(async (error: unknown) => {
    steps.fail();
    await alsoClose();
    throw error;
  });
  steps.end();
  steps.print(readyMessage(running));
  return running;
}
