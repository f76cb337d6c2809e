/** The session is over: there is nothing to come back to. */
export const isOver = Symbol("over");

type Reading = {
  /** The stream begins with the changes of the last so many milliseconds. */
  sinceMs: number;
  signal: AbortSignal;
  /** Called when the stream begins, and with each sign of life. */
  onAlive: () => void;
  onTopic: (topic: string) => void;
};

/** The server gives a sign of life every 20 s: without one for this long, in milliseconds, the stream is lost. */
const longestSilence = 50_000;

/**
 * Reads the stream of changes (src/rpc/live.ts) to its end. Not by EventSource, which tells neither why it was refused nor
 * that it hears nothing any more.
 * @returns `isOver` where the session is; nothing where the stream was lost
 */
export async function readStream({
  sinceMs,
  signal,
  onAlive,
  onTopic,
}: Reading): Promise<typeof isOver | undefined> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), longestSilence);
  };
  try {
    listen();
    const response = await fetch(`/api/live?since=${Math.round(sinceMs)}`, {
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) return isOver;
    if (!response.ok || !response.body) return undefined;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      listen();
      const lines = (rest + read.value).split("\n");
      rest = lines.pop() ?? "";
      if (lines.includes("event: end")) return isOver;
      onAlive();
      for (const line of lines) if (line.startsWith("data: ")) onTopic(line.slice(6));
    }
  } catch {
    // The connection, or whoever had it.
  } finally {
    clearTimeout(timer);
  }
  return undefined;
}
