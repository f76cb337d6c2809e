import { isOver, readStream } from "./stream.ts";

/** What the tab that has the stream tells the others, or is asked. */
type Message =
  /** A change, so many milliseconds ago. */
  | { topic: string; ago: number }
  /** The stream is alive. */
  | "alive"
  /** The session is over. */
  | "end"
  /** A new tab asks for the changes of the last so many milliseconds. */
  | { sinceMs: number };

type Listening = {
  /** @param since what was asked for after this moment (performance.now) holds the change already */
  onChange: (topic: string, since: number) => void;
  onEnd: () => void;
  signal: AbortSignal;
};

/** Milliseconds. */
const firstWait = 1_000;
const longestWait = 60_000;
const waitAfterEnd = 30_000;
const slack = 1_000;

/**
 * Hears of changes over one stream for all tabs of the browser, as it has few connections: the tab that holds a lock has the
 * stream, and tells the others. When it is closed, the next one gets the lock.
 */
export function listenTogether({ onChange, onEnd, signal }: Listening): void {
  const channel = new BroadcastChannel("live");
  /** The page itself is from the moment at which it was asked for, which is 0. */
  let heardAt = 0;
  /** When which topic changed, as far as this tab has heard. */
  const changedAt = new Map<string, number>();
  let isLeading = false;

  const tell = (message: Message) => {
    channel.postMessage(message);
    hear(message);
  };

  function hear(message: Message) {
    if (message === "alive") heardAt = performance.now();
    else if (message === "end") onEnd();
    else if ("sinceMs" in message) answer(message.sinceMs);
    else {
      const since = performance.now() - message.ago;
      changedAt.set(message.topic, since);
      onChange(message.topic, since);
    }
  }

  /** Tells a new tab what it has missed. */
  function answer(sinceMs: number) {
    if (!isLeading) return;
    const now = performance.now();
    for (const [topic, at] of changedAt) {
      if (at > now - sinceMs - slack) channel.postMessage({ topic, ago: now - at } satisfies Message);
    }
  }

  async function lead() {
    isLeading = true;
    let wait = firstWait;
    while (!signal.aborted) {
      const outcome = await readStream({
        sinceMs: performance.now() - heardAt,
        signal,
        onAlive() {
          wait = firstWait;
          tell("alive");
        },
        onTopic: (topic) => tell({ topic, ago: 0 }),
      });
      if (signal.aborted) return;
      if (outcome === isOver) tell("end");
      // Whoever signs in again on this page is followed again; and many pages don't come back in the same moment.
      await pause(outcome === isOver ? waitAfterEnd : wait * (1 + Math.random()), signal);
      wait = Math.min(wait * 2, longestWait);
    }
  }

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => hear(data));
  channel.postMessage({ sinceMs: performance.now() } satisfies Message);
  signal.addEventListener("abort", () => channel.close());
  navigator.locks.request("live", { signal }, lead).catch(() => undefined);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
