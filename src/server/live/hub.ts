import { setImmediate } from "node:timers/promises";
import { createFairLimit } from "#server/limits/fair-limit.ts";
import type { Log } from "#server/log.ts";
import { type FindSessionAccess, type SessionAccess, startSessionChecks } from "./session-checks.ts";

export type StreamRequest = SessionAccess & {
  sessionId: string;
  userId: string;
  /** The client's network. */
  client: string;
  /** The stream begins with the changes of the last so many milliseconds. */
  sinceMs: number;
};

/** At most one event for a topic in this time; the first one is sent at once. */
const minIntervalMs = 1_000;

/** Between heartbeats, which keep proxies from closing an idle stream, and look-ups of all sessions. */
const heartbeatMs = 20_000;

/** So many events are sent before requests have their turn. */
const batchSize = 500;

/** Fewer streams than connections (http/server-limits.ts), so that pages can still be requested. */
const defaultLimits = {
  maxStreams: 5_000,
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

const encoder = new TextEncoder();
const heartbeat = encoder.encode(":\n\n");
const sessionEnded = encoder.encode("event: end\ndata:\n\n");
/** Changes don't arrive here, or do again. */
const paused = "event: paused\ndata:\n\n";
const live = "event: live\ndata:\n\n";

type Stream = StreamRequest & {
  send(part: Uint8Array): void;
  close(part?: Uint8Array): void;
  release?(): void;
};

export type Hub = {
  /** Opens a stream of Server-Sent Events; undefined if there are too many streams. */
  openStream(request: StreamRequest): ReadableStream<Uint8Array> | undefined;
  /** @param payload from the channel `fixedNames.changesChannel`: a topic, or which session, user or sessions to check */
  onNotification(payload: string): void;
  /** Earlier notifications were missed: every topic may have changed, and any session may have ended. */
  onListen(): void;
  /** No notifications arrive until `onListen`. */
  onLoss(): void;
  streamCount(): number;
  close(): void;
};

/**
 * Forwards change notifications of the database to open pages (docs/decisions/0017-live-updates.md): to each session only
 * the topics that it may read, at a limited rate, and until the session ends.
 * @param o.topics all that exist: notifications of others are ignored
 */
export function createHub({
  topics: knownTopics,
  findSessionAccess,
  log,
  ...options
}: {
  topics: readonly string[];
  findSessionAccess: FindSessionAccess;
  // optional: replicas
  /** Calls a function once pages can read what the database has now: replicas are behind it. */
  whenReadable?: ((action: () => void) => void) | undefined;
  // end: replicas
  log: Pick<Log, "warn">;
  limits?: Partial<HubLimits>;
}): Hub {
  const limits = { ...defaultLimits, ...options.limits };
  const streams = new Set<Stream>();
  /** The streams that a notification is for, by its payload. */
  const groups = new Map<string, Set<Stream>>();
  const clients = createFairLimit<Stream>({
    total: limits.maxStreams,
    perClient: limits.maxStreamsPerClient,
    onEvict: (stream) => stream.close(),
  });
  const changedAt = new Map<string, number>();
  const sentAt = new Map<string, number>();
  const pendingSends = new Map<string, NodeJS.Timeout>();
  // optional: replicas
  /** The topics that pages can't read yet, and whether they have changed again since. */
  const unreadable = new Map<string, boolean>();
  // end: replicas
  const checks = startSessionChecks({ findSessionAccess, onFound: updateAccess, log });
  let isListening = false;
  let listeningSince = Infinity;

  const heartbeats = setInterval(() => {
    void sendToAll(streams, heartbeat);
    // A session may have expired, or a notification was missed.
    checkSessions(streams);
  }, heartbeatMs);
  heartbeats.unref();

  function openStream(request: StreamRequest): ReadableStream<Uint8Array> | undefined {
    const ofUser = [...groupOf(`user ${request.userId}`)];
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
      send(part) {
        if ((controller?.desiredSize ?? 0) <= 0) stream.close();
        else controller?.enqueue(part);
      },
      close(part) {
        if (!streams.has(stream)) return;
        remove(stream);
        if (part) controller?.enqueue(part);
        controller?.close();
      },
    };
    stream.release = clients.take(stream.client, stream);
    if (!stream.release) return undefined;
    streams.add(stream);
    for (const payload of payloadsFor(stream)) groups.set(payload, groupOf(payload).add(stream));
    const state = isListening ? live : paused;
    stream.send(encoder.encode(`retry: 3000\n\n${state}${missedTopics(stream).map(eventOf).join("")}`));
    return body;
  }

  function groupOf(payload: string): Set<Stream> {
    return groups.get(payload) ?? new Set();
  }

  function remove(stream: Stream) {
    stream.release?.();
    streams.delete(stream);
    for (const payload of payloadsFor(stream)) leave(stream, payload);
  }

  function leave(stream: Stream, payload: string) {
    const group = groupOf(payload);
    group.delete(stream);
    if (group.size === 0) groups.delete(payload);
  }

  function setTopics(stream: Stream, topics: readonly string[]) {
    for (const topic of stream.topics) leave(stream, topic);
    for (const topic of topics) groups.set(topic, groupOf(topic).add(stream));
    stream.topics = topics;
  }

  function missedTopics({ topics, sinceMs }: Stream): string[] {
    const since = performance.now() - sinceMs - toleranceMs;
    if (since < listeningSince) return [allTopics];
    return topics.filter((topic) => (changedAt.get(topic) ?? -Infinity) >= since);
  }

  function onNotification(payload: string) {
    const [word = ""] = payload.split(" ");
    if (word === "session") for (const stream of groupOf(payload)) stream.close(sessionEnded);
    else if (word === "user") checkSessions(groupOf(payload));
    else if (word === "sessions") checkSessions(streams);
    else if (knownTopics.includes(word)) notifyReadable(word);
  }

  /** Notifies pages once they can read what has changed. */
  function notifyReadable(topic: string) {
    // optional: replicas
    if (unreadable.has(topic)) return void unreadable.set(topic, true);
    if (options.whenReadable) {
      unreadable.set(topic, false);
      return options.whenReadable(() => {
        const hasChangedAgain = unreadable.get(topic);
        unreadable.delete(topic);
        notifyPages(topic);
        if (hasChangedAgain) notifyReadable(topic);
      });
    }
    // end: replicas
    notifyPages(topic);
  }

  /** Sends an event at once, or when the interval since the last one has passed. */
  function notifyPages(topic: string) {
    changedAt.set(topic, performance.now());
    if (pendingSends.has(topic)) return;
    const send = () => {
      pendingSends.delete(topic);
      sentAt.set(topic, performance.now());
      void sendToAll(topic === allTopics ? streams : groupOf(topic), encoder.encode(eventOf(topic)));
    };
    const delayMs = (sentAt.get(topic) ?? -Infinity) + minIntervalMs - performance.now();
    if (delayMs <= 0) send();
    else pendingSends.set(topic, setTimeout(send, delayMs).unref());
  }

  async function sendToAll(receivers: Set<Stream>, part: Uint8Array) {
    let sent = 0;
    for (const stream of [...receivers]) {
      if (receivers.has(stream)) stream.send(part);
      if ((sent += 1) % batchSize === 0) await setImmediate();
    }
  }

  function onListen() {
    isListening = true;
    listeningSince = performance.now();
    void sendToAll(streams, encoder.encode(live));
    notifyReadable(allTopics);
    checkSessions(streams);
  }

  function onLoss() {
    isListening = false;
    void sendToAll(streams, encoder.encode(paused));
  }

  function checkSessions(checked: Set<Stream>) {
    checks.add([...checked].map(({ sessionId }) => sessionId));
  }

  /** Closes the streams of ended sessions, and updates the access of the others. */
  function updateAccess(ids: string[], found: Map<string, SessionAccess>) {
    for (const stream of ids.flatMap((id) => [...groupOf(`session ${id}`)])) {
      const access = found.get(stream.sessionId);
      if (access) setTopics(stream, access.topics);
      else stream.close(sessionEnded);
    }
  }

  return {
    openStream,
    onNotification,
    onListen,
    onLoss,
    streamCount: () => streams.size,
    close() {
      clearInterval(heartbeats);
      for (const timer of pendingSends.values()) clearTimeout(timer);
      for (const stream of streams) stream.close();
    },
  };
}

/** The notifications that concern a stream. */
function payloadsFor({ sessionId, userId, topics }: Stream): string[] {
  return [`session ${sessionId}`, `user ${userId}`, ...topics];
}

function eventOf(topic: string): string {
  return `data: ${topic}\n\n`;
}
