/** The result of a stream that ended because the session did. */
export const sessionEnded = Symbol("session ended");

type StreamOptions = {
  /** The stream starts with the changes of the last so many milliseconds. */
  sinceMs: number;
  signal: AbortSignal;
  /** Called when the stream starts, and with each heartbeat. */
  onHeartbeat: () => void;
  onTopic: (topic: string) => void;
};

/** The server sends a heartbeat every 20 s. A stream without one for this long is lost. */
const maxSilenceMs = 50_000;

/**
 * Reads the stream of changes (handle-live.server.ts) until it ends. EventSource reports neither the status of a failed
 * request nor a silent connection.
 * @returns `sessionEnded`, or undefined if the connection was lost
 */
export async function readStream({
  sinceMs,
  signal,
  onHeartbeat,
  onTopic,
}: StreamOptions): Promise<typeof sessionEnded | undefined> {
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
    if (response.status === 401) return sessionEnded;
    if (!response.ok || !response.body) return undefined;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      restartTimer();
      const lines = (rest + read.value).split("\n");
      rest = lines.pop() ?? "";
      if (lines.includes("event: end")) return sessionEnded;
      onHeartbeat();
      for (const line of lines) if (line.startsWith("data: ")) onTopic(line.slice(6));
    }
  } catch {
    // The connection was lost or aborted.
  } finally {
    clearTimeout(timer);
  }
  return undefined;
}
