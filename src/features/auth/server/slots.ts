import { clientNetwork } from "#server/limits/client-network.ts";
import { createSemaphore } from "#server/limits/semaphore.ts";

/** Fewer than the database's connections, so that other requests get some. */
const maxRequests = { total: 8, perClient: 4 };

/** Requests that wait for a sign-in provider: they take no database connection meanwhile. */
const maxProviderRequests = { total: 40, perClient: 4 };

export type SlotOptions = {
  clientAddress: string;
  /** Whether the task waits for a provider. */
  callsProvider?: boolean;
  /** The slot is free again when it aborts: a provider may never respond. */
  signal?: AbortSignal;
};

/** Runs a task of the authentication service once it has a slot. @throws the signal's reason once it aborts */
export type RunInSlot = <Result>(task: () => Promise<Result>, options: SlotOptions) => Promise<Result>;

/** Limits how many requests the service handles at once. Requests that wait for a provider don't delay others. */
export function createSlots(): RunInSlot {
  const requests = createSemaphore(maxRequests.total, maxRequests.perClient);
  const providerRequests = createSemaphore(maxProviderRequests.total, maxProviderRequests.perClient);
  return (task, { clientAddress, callsProvider, signal }) => {
    const client = clientNetwork(clientAddress);
    if (!callsProvider) return requests.run(task, client);
    return providerRequests.run(() => (signal ? untilAborted(task(), signal) : task()), client);
  };
}

function untilAborted<Result>(task: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    task.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
