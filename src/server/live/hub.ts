import { createFairLimit } from "#server/limits/fair-limit.ts";
import type { Log } from "#server/log.ts";

/** The topics that a session may read. */
export type SessionAccess = { topics: readonly string[] };

/** Looks up sessions by id; those that have ended are missing in the result. */
export type FindSessionAccess = (ids: string[]) => Promise<Map<string, SessionAccess>>;

export type StreamRequest = SessionAccess & {
  sessionId: string;
  userId: string;
  /** The client's network. */
  client: string;
  /** The stream begins with the changes of the last so many milliseconds. */
  sinceMs: number;
};

/** At most one event for a topic in this time; the first one is sent at once. */
const minIntervalMs = 500;

/** Between heartbeats, which keep proxies from closing an idle stream, and look-ups of all sessions. */
const heartbeatMs = 20_000;

/** Fewer streams than connections (http/server-limits.ts), so that pages can still be requested. */
const defaultLimits = {
  maxStreams: 4_000,
  maxStreamsPerClient: 500,
  /** Beyond these the oldest stream of the session or user is closed, as its page may no longer exist. */
  maxStreamsPerSession: 5,
  maxStreamsPerUser: 20,
  /** A stream with more unread events is closed. */
  maxUnreadEvents: 64,
};

export type HubLimits = typeof defaultLimits;

/** Added to `sinceMs`, because timers of browsers and servers differ. */
const toleranceMs = 1_000;

/** Any of the topics may have changed. */
const allTopics = "*";

const sessionEnded = "event: end\ndata:\n\n";

type Stream = StreamRequest & { send(text: string): void; close(text?: string): void; release?(): void };

export type Hub = {
  /** Opens a stream of Server-Sent Events; undefined if there are too many streams. */
  openStream(request: StreamRequest): ReadableStream<Uint8Array> | undefined;
  /** @param payload from the channel `fixedNames.changesChannel`: a topic, or which session, user or sessions to check */
  onNotification(payload: string): void;
  /** Earlier notifications were missed: every topic may have changed, and any session may have ended. */
  onListen(): void;
  streamCount(): number;
  close(): void;
};

/**
 * Forwards change notifications of the database to open pages (docs/decisions/0017-live-updates.md): to each session only
 * the topics that it may read, at a limited rate, and until the session ends.
 */
export function createHub({
  findSessionAccess,
  whenReadable = (action) => action(),
  log,
  ...options
}: {
  findSessionAccess: FindSessionAccess;
  /** Calls a function once pages can read what the database has now: replicas are behind it. */
  whenReadable?: (action: () => void) => void;
  log: Pick<Log, "warn">;
  limits?: Partial<HubLimits>;
}): Hub {
  const limits = { ...defaultLimits, ...options.limits };
  const encoder = new TextEncoder();
  const streams = new Set<Stream>();
  const clients = createFairLimit<Stream>({
    total: limits.maxStreams,
    perClient: limits.maxStreamsPerClient,
    onEvict: (stream) => stream.close(),
  });
  const changedAt = new Map<string, number>();
  const sentAt = new Map<string, number>();
  const pendingSends = new Map<string, NodeJS.Timeout>();
  let listeningSince = Infinity;

  const heartbeats = setInterval(() => {
    for (const stream of streams) stream.send(":\n\n");
    // A session may have expired, or a notification was missed.
    void checkSessions([...streams]);
  }, heartbeatMs);
  heartbeats.unref();

  function openStream(request: StreamRequest): ReadableStream<Uint8Array> | undefined {
    const ofUser = [...streams].filter(({ userId }) => userId === request.userId);
    const ofSession = ofUser.filter(({ sessionId }) => sessionId === request.sessionId);
    if (ofSession.length >= limits.maxStreamsPerSession) ofSession[0]?.close();
    else if (ofUser.length >= limits.maxStreamsPerUser) ofUser[0]?.close();

    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>(
      { start: (created) => void (controller = created), cancel: () => remove(stream) },
      new CountQueuingStrategy({ highWaterMark: limits.maxUnreadEvents }),
    );
    const stream: Stream = {
      ...request,
      send(text) {
        if ((controller?.desiredSize ?? 0) <= 0) stream.close();
        else controller?.enqueue(encoder.encode(text));
      },
      close(text) {
        if (!streams.has(stream)) return;
        remove(stream);
        if (text) controller?.enqueue(encoder.encode(text));
        controller?.close();
      },
    };
    stream.release = clients.take(stream.client, stream);
    if (!stream.release) return undefined;
    streams.add(stream);
    stream.send(`retry: 3000\n\n${missedTopics(stream).map(eventOf).join("")}`);
    return body;
  }

  function remove(stream: Stream) {
    stream.release?.();
    streams.delete(stream);
  }

  function missedTopics({ topics, sinceMs }: Stream): string[] {
    const since = performance.now() - sinceMs - toleranceMs;
    if (since < listeningSince) return [allTopics];
    return topics.filter((topic) => (changedAt.get(topic) ?? -Infinity) >= since);
  }

  function onNotification(payload: string) {
    const [word = "", id = ""] = payload.split(" ");
    if (word === "session") {
      for (const stream of streams) if (stream.sessionId === id) stream.close(sessionEnded);
    } else if (word === "user") void checkSessions([...streams].filter(({ userId }) => userId === id));
    else if (word === "sessions") void checkSessions([...streams]);
    else whenReadable(() => notifyPages(word));
  }

  /** Sends an event at once, or when the interval since the last one has passed. */
  function notifyPages(topic: string) {
    changedAt.set(topic, performance.now());
    if (pendingSends.has(topic)) return;
    const send = () => {
      pendingSends.delete(topic);
      sentAt.set(topic, performance.now());
      for (const stream of streams) {
        if (topic === allTopics || stream.topics.includes(topic)) stream.send(eventOf(topic));
      }
    };
    const delayMs = (sentAt.get(topic) ?? -Infinity) + minIntervalMs - performance.now();
    if (delayMs <= 0) send();
    else pendingSends.set(topic, setTimeout(send, delayMs).unref());
  }

  function onListen() {
    listeningSince = performance.now();
    whenReadable(() => notifyPages(allTopics));
    void checkSessions([...streams]);
  }

  /** Closes the streams of ended sessions, and updates the access of the others. */
  async function checkSessions(checked: Stream[]) {
    const ids = [...new Set(checked.map(({ sessionId }) => sessionId))];
    if (ids.length === 0) return;
    try {
      const found = await findSessionAccess(ids);
      for (const stream of checked) {
        const access = found.get(stream.sessionId);
        if (access) stream.topics = access.topics;
        else stream.close(sessionEnded);
      }
    } catch (error) {
      log.warn({ err: error }, "The sessions of open pages could not be looked up");
    }
  }

  return {
    openStream,
    onNotification,
    onListen,
    streamCount: () => streams.size,
    close() {
      clearInterval(heartbeats);
      for (const timer of pendingSends.values()) clearTimeout(timer);
      for (const stream of streams) stream.close();
    },
  };
}

function eventOf(topic: string): string {
  return `data: ${topic}\n\n`;
}
