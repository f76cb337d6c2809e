import { createFairLimit } from "#server/limits/fair-limit.ts";
import type { Log } from "#server/log.ts";

/** The topics that a session may read, and until when. */
export type SessionAccess = { topics: readonly string[]; expiresAt: Date };

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

export type HubTimes = {
  /** At most one event for a topic in this time; the first one is sent at once. */
  minIntervalMs: number;
  /** Between heartbeats, which keep proxies from closing an idle stream. */
  heartbeatMs: number;
  /** Between look-ups of all sessions, in case a notification was missed. */
  recheckMs: number;
};

export type HubLimits = {
  maxStreams: number;
  maxStreamsPerClient: number;
  /** Beyond these the oldest stream of the session or user is closed, as its page may no longer exist. */
  maxStreamsPerSession: number;
  maxStreamsPerUser: number;
  /** A stream with more unread events is closed. */
  maxUnreadEvents: number;
};

const defaultTimes: HubTimes = { minIntervalMs: 500, heartbeatMs: 20_000, recheckMs: 60_000 };

/** Fewer streams than connections (http/server-limits.ts), so that pages can still be requested. */
const defaultLimits: HubLimits = {
  maxStreams: 4_000,
  maxStreamsPerClient: 500,
  maxStreamsPerSession: 5,
  maxStreamsPerUser: 20,
  maxUnreadEvents: 64,
};

/** Added to `sinceMs`, because timers of browsers and servers differ. */
const toleranceMs = 1_000;

const maxTimeoutMs = 2 ** 31 - 1;

/** How many sessions one statement looks up. */
const batchSize = 1_000;

/** Any of the topics may have changed. */
const allTopics = "*";

const sessionEnded = "event: end\ndata:\n\n";

type Stream = StreamRequest & { send(text: string): void; close(text?: string): void; release?(): void };

export type Hub = {
  /** Opens a stream of Server-Sent Events; undefined if there are too many streams. */
  openStream(request: StreamRequest): ReadableStream<Uint8Array> | undefined;
  /** @param payload from the channel `flyleaf_changes`: a topic, or which session, user or sessions to check */
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
  log,
  ...options
}: {
  findSessionAccess: FindSessionAccess;
  log: Pick<Log, "warn">;
  times?: Partial<HubTimes>;
  limits?: Partial<HubLimits>;
}): Hub {
  const times = { ...defaultTimes, ...options.times };
  const limits = { ...defaultLimits, ...options.limits };
  const encoder = new TextEncoder();
  const streams = new Set<Stream>();
  const streamsBySession = new Map<string, Set<Stream>>();
  const clients = createFairLimit<Stream>({
    total: limits.maxStreams,
    perClient: limits.maxStreamsPerClient,
    onEvict: (stream) => stream.close(),
  });
  const changedAt = new Map<string, number>();
  const sentAt = new Map<string, number>();
  const pendingSends = new Map<string, NodeJS.Timeout>();
  let listeningSince = Infinity;
  let nextCheck: { at: number; timer: NodeJS.Timeout } | undefined;

  const heartbeats = setInterval(() => {
    for (const stream of streams) stream.send(":\n\n");
  }, times.heartbeatMs);
  heartbeats.unref();

  function openStream(request: StreamRequest): ReadableStream<Uint8Array> | undefined {
    const ofUser = [...streams].filter(({ userId }) => userId === request.userId);
    const ofSession = ofUser.filter(({ sessionId }) => sessionId === request.sessionId);
    if (ofSession.length >= limits.maxStreamsPerSession) ofSession[0]?.close();
    else if (ofUser.length >= limits.maxStreamsPerUser) ofUser[0]?.close();

    let stream: Stream | undefined;
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const opened: Stream = {
            ...request,
            send(text) {
              if ((controller.desiredSize ?? 0) <= 0) opened.close();
              else controller.enqueue(encoder.encode(text));
            },
            close(text) {
              if (!remove(opened)) return;
              if (text) controller.enqueue(encoder.encode(text));
              controller.close();
            },
          };
          stream = opened;
        },
        cancel: () => void (stream && remove(stream)),
      },
      new CountQueuingStrategy({ highWaterMark: limits.maxUnreadEvents }),
    );
    return stream && add(stream) ? body : undefined;
  }

  /** @returns false if there are too many streams */
  function add(stream: Stream): boolean {
    stream.release = clients.take(stream.client, stream);
    if (!stream.release) return false;
    streams.add(stream);
    streamsBySession.set(stream.sessionId, (streamsBySession.get(stream.sessionId) ?? new Set()).add(stream));
    const events = missedTopics(stream).map(eventOf);
    stream.send(`retry: 3000\n\n${events.join("")}`);
    scheduleCheck(stream.expiresAt.getTime() - Date.now());
    return true;
  }

  function remove(stream: Stream): boolean {
    const siblings = streamsBySession.get(stream.sessionId);
    siblings?.delete(stream);
    if (siblings?.size === 0) streamsBySession.delete(stream.sessionId);
    stream.release?.();
    return streams.delete(stream);
  }

  function missedTopics({ topics, sinceMs }: Stream): string[] {
    const since = performance.now() - sinceMs - toleranceMs;
    if (since < listeningSince) return [allTopics];
    return topics.filter((topic) => (changedAt.get(topic) ?? -Infinity) >= since);
  }

  function onNotification(payload: string) {
    const [word = "", id = ""] = payload.split(" ");
    if (word === "session") {
      for (const stream of [...(streamsBySession.get(id) ?? [])]) stream.close(sessionEnded);
    } else if (word === "user") void checkSessions([...streams].filter(({ userId }) => userId === id));
    else if (word === "sessions") void checkSessions([...streams]);
    else notifyPages(word);
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
    const delayMs = (sentAt.get(topic) ?? -Infinity) + times.minIntervalMs - performance.now();
    if (delayMs <= 0) send();
    else pendingSends.set(topic, setTimeout(send, delayMs).unref());
  }

  function onListen() {
    listeningSince = performance.now();
    notifyPages(allTopics);
    void checkSessions([...streams]);
  }

  /** Closes the streams of ended sessions, and updates the access of the others. */
  async function checkSessions(checked: Stream[]) {
    const ids = [...new Set(checked.map(({ sessionId }) => sessionId))];
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize);
      try {
        const found = await findSessionAccess(batch);
        for (const id of batch) {
          const access = found.get(id);
          for (const stream of [...(streamsBySession.get(id) ?? [])]) {
            if (access) Object.assign(stream, access);
            else stream.close(sessionEnded);
          }
        }
      } catch (error) {
        log.warn({ err: error }, "The sessions of open pages could not be looked up");
      }
    }
  }

  /** Schedules a check of all sessions for when the first of them expires, at the latest after `recheckMs`. */
  function scheduleCheck(firstExpiryMs: number) {
    const delayMs = Math.min(Math.max(firstExpiryMs, 0) + 1, times.recheckMs, maxTimeoutMs);
    const at = performance.now() + delayMs;
    if (nextCheck && nextCheck.at <= at) return;
    clearTimeout(nextCheck?.timer);
    const timer = setTimeout(() => {
      void checkSessions([...streams]).then(() => {
        nextCheck = undefined;
        if (streams.size === 0) return;
        const firstExpiry = Math.min(...[...streams].map(({ expiresAt }) => expiresAt.getTime()));
        // At least a second, in case an expired session could not be looked up.
        scheduleCheck(Math.max(firstExpiry - Date.now(), 1_000));
      });
    }, delayMs).unref();
    nextCheck = { at, timer };
  }

  return {
    openStream,
    onNotification,
    onListen,
    streamCount: () => streams.size,
    close() {
      clearInterval(heartbeats);
      clearTimeout(nextCheck?.timer);
      for (const timer of pendingSends.values()) clearTimeout(timer);
      for (const stream of streams) stream.close();
    },
  };
}

function eventOf(topic: string): string {
  return `data: ${topic}\n\n`;
}
