/** What tabs send to each other. */
type Message =
  /** From the leading tab: a topic changed so many milliseconds ago. */
  | { topic: string; agoMs: number }
  /** From the leading tab: whether changes don't arrive now. */
  | { isPaused: boolean }
  | "heartbeat"
  | "session end"
  /** From a new tab: asks for the changes of the last so many milliseconds. */
  | { sinceMs: number };

type Listener = {
  /** @param changedAt `performance.now` of the change */
  onChange: (topic: string, changedAt: number) => void;
  onSessionEnd: () => void;
  onPause: (isPaused: boolean) => void;
  signal: AbortSignal;
};

/** The server sends a heartbeat every 20 s. A stream without one for this long is lost. */
const maxSilenceMs = 50_000;
const firstRetryMs = 1_000;
const maxRetryMs = 20_000;
/** The user may sign in again on this page. */
const retryAfterSessionEndMs = 30_000;
const toleranceMs = 1_000;

/**
 * Listens for changes over one stream for all tabs, because HTTP/1.1 allows a browser few connections: the tab that holds
 * a lock reads the stream and forwards it to the others. When it closes, another tab gets the lock.
 */
export function listenForChanges({ onChange, onSessionEnd, onPause, signal }: Listener): void {
  const channel = new BroadcastChannel("live");
  /** The page's own data is as old as its request, at time 0. */
  let connectedAt = 0;
  const changes = new Map<string, number>();
  let isLeader = false;
  let isPaused = false;

  const broadcast = (message: Message) => {
    channel.postMessage(message);
    receive(message);
  };

  function receive(message: Message) {
    if (message === "heartbeat") connectedAt = performance.now();
    else if (message === "session end") onSessionEnd();
    else if ("sinceMs" in message) sendChangesSince(message.sinceMs);
    else if ("isPaused" in message) onPause((isPaused = message.isPaused));
    else {
      const changedAt = performance.now() - message.agoMs;
      changes.set(message.topic, changedAt);
      onChange(message.topic, changedAt);
    }
  }

  /** Sends a new tab what it missed while it loaded. */
  function sendChangesSince(sinceMs: number) {
    if (!isLeader) return;
    if (isPaused) channel.postMessage({ isPaused } satisfies Message);
    const now = performance.now();
    for (const [topic, changedAt] of changes) {
      if (changedAt > now - sinceMs - toleranceMs)
        channel.postMessage({ topic, agoMs: now - changedAt } satisfies Message);
    }
  }

  async function lead() {
    isLeader = true;
    let retryMs = firstRetryMs;
    while (!signal.aborted) {
      const hasSessionEnded = await readStream(performance.now() - connectedAt, signal, (message) => {
        retryMs = firstRetryMs;
        broadcast(message);
      });
      if (signal.aborted) return;
      broadcast(hasSessionEnded ? "session end" : { isPaused: true });
      // Random, so that many pages don't reconnect at the same moment.
      await delay(hasSessionEnded ? retryAfterSessionEndMs : retryMs * (1 + Math.random()), signal);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    }
  }

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => receive(data));
  channel.postMessage({ sinceMs: performance.now() } satisfies Message);
  signal.addEventListener("abort", () => channel.close());
  navigator.locks.request("live", { signal }, lead).catch(() => undefined);
}

/**
 * Reads the stream of changes (handle-live.server.ts) until it ends. EventSource reports neither the status of a failed
 * request nor a silent connection.
 * @param sinceMs the stream starts with the changes of the last so many milliseconds
 * @returns whether it ended because the session did
 */
async function readStream(
  sinceMs: number,
  signal: AbortSignal,
  onMessage: (message: Message) => void,
): Promise<boolean> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), maxSilenceMs);
  };
  try {
    restartTimer();
    const response = await fetch(`/api/live?since=${Math.round(sinceMs)}`, {
      signal: AbortSignal.any([signal, silence.signal]),
      priority: "low",
    });
    if (response.status === 401) return true;
    if (!response.ok || !response.body) return false;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      restartTimer();
      const lines = (rest + read.value).split("\n");
      rest = lines.pop() ?? "";
      if (lines.includes("event: end")) return true;
      onMessage("heartbeat");
      for (const line of lines) {
        if (line === "event: paused" || line === "event: live")
          onMessage({ isPaused: line.endsWith("paused") });
        if (line.startsWith("data: ")) onMessage({ topic: line.slice(6), agoMs: 0 });
      }
    }
  } catch {
    // The connection was lost or aborted.
  } finally {
    clearTimeout(timer);
  }
  return false;
}

/** Ends early when the browser is online again. */
async function delay(delayMs: number, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  await new Promise<void>((resolve) => {
    const end = () => resolve();
    setTimeout(end, delayMs);
    signal.addEventListener("abort", end, { signal: ended.signal });
    addEventListener("online", end, { signal: ended.signal });
  });
  ended.abort();
}
