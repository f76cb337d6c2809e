import type { Log } from "#server/log.ts";

/** What a page may hear of, and until when. */
export type Rights = { topics: readonly string[]; expiresAt: Date };

/** Looks sessions up again; those that are over are missing in the answer. */
export type CheckSessions = (ids: string[]) => Promise<Map<string, Rights>>;

export type StreamRequest = Rights & {
  sessionId: string;
  userId: string;
  /** For how many milliseconds the page has not heard of changes: it is told of those that were made meanwhile. */
  deafFor: number;
};

/** Milliseconds. */
export type HubTimes = {
  /** At most one event of a topic in this time; the first one leaves at once. */
  gap: number;
  /** Between signs of life, which keep proxies from closing a silent stream. */
  beat: number;
  /** Between looks at all sessions, whatever the database tells. */
  check: number;
};

export type HubLimits = {
  streams: number;
  /** Of one session: the oldest gives way, as nobody may be at its other end any more. */
  streamsOfSession: number;
  /** How many events a stream may leave untaken. */
  untaken: number;
};

const defaultTimes: HubTimes = { gap: 500, beat: 20_000, check: 60_000 };

/** Fewer streams than connections (http/server-limits.ts): those who ask for a page still find one. */
const defaultLimits: HubLimits = { streams: 4_000, streamsOfSession: 5, untaken: 64 };

/** Clocks of pages and of this process don't run alike: a moment more than it seems, in milliseconds. */
const slack = 1_000;

/** How long the longest timer of Node is, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** How many sessions one statement looks up. */
const batch = 1_000;

/** Any of the topics may have changed. */
const everything = "*";

type Stream = StreamRequest & { send(text: string): void; end(text?: string): void };

export type Hub = {
  /** A stream of events for a page; none where there are as many as there can be. */
  open(request: StreamRequest): ReadableStream<Uint8Array> | undefined;
  /** Takes what the database tells: a topic, or whose session is to be looked at. */
  hear(payload: string): void;
  /** What was told before was not heard: anything may have changed, and any session have ended. */
  startHearing(): void;
  /** How many streams are open. */
  count(): number;
  close(): void;
};

/**
 * Passes what the database tells on to open pages: of each only what its session may read, no faster than it can be of use,
 * and no longer than the session lasts.
 */
export function createHub({
  check,
  log,
  ...options
}: {
  check: CheckSessions;
  log: Pick<Log, "warn">;
  times?: Partial<HubTimes>;
  limits?: Partial<HubLimits>;
}): Hub {
  const times = { ...defaultTimes, ...options.times };
  const limits = { ...defaultLimits, ...options.limits };
  const encoder = new TextEncoder();
  const streams = new Set<Stream>();
  const sessions = new Map<string, Set<Stream>>();
  /** When a topic changed last; when pages were told of it last; and who waits for the gap to pass. */
  const changedAt = new Map<string, number>();
  const toldAt = new Map<string, number>();
  const waiting = new Map<string, NodeJS.Timeout>();
  let hearingSince = Infinity;
  let nextCheck: { at: number; timer: NodeJS.Timeout } | undefined;

  const beats = setInterval(() => {
    for (const stream of streams) stream.send(":\n\n");
  }, times.beat);
  beats.unref();

  function open(request: StreamRequest): ReadableStream<Uint8Array> | undefined {
    const siblings = sessions.get(request.sessionId) ?? new Set();
    if (siblings.size >= limits.streamsOfSession) siblings.values().next().value?.end();
    else if (streams.size >= limits.streams) return undefined;

    let stream: Stream | undefined;
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const opened: Stream = {
            ...request,
            send(text) {
              if ((controller.desiredSize ?? 0) <= 0) opened.end();
              else controller.enqueue(encoder.encode(text));
            },
            end(text) {
              if (!remove(opened)) return;
              if (text) controller.enqueue(encoder.encode(text));
              controller.close();
            },
          };
          stream = opened;
        },
        cancel: () => void (stream && remove(stream)),
      },
      new CountQueuingStrategy({ highWaterMark: limits.untaken }),
    );
    if (stream) add(stream);
    return body;
  }

  function add(stream: Stream) {
    streams.add(stream);
    sessions.set(stream.sessionId, (sessions.get(stream.sessionId) ?? new Set()).add(stream));
    // How long to wait before coming back, and what the page has missed.
    stream.send(`retry: 3000\n\n${missed(stream).map(event).join("")}`);
    planCheck(stream.expiresAt.getTime() - Date.now());
  }

  function remove(stream: Stream): boolean {
    const siblings = sessions.get(stream.sessionId);
    siblings?.delete(stream);
    if (siblings?.size === 0) sessions.delete(stream.sessionId);
    return streams.delete(stream);
  }

  function missed({ topics, deafFor }: Stream): string[] {
    const from = performance.now() - deafFor - slack;
    if (from < hearingSince) return [everything];
    return topics.filter((topic) => (changedAt.get(topic) ?? -Infinity) >= from);
  }

  function hear(payload: string) {
    const [word = "", id = ""] = payload.split(" ");
    if (word === "session") for (const stream of [...(sessions.get(id) ?? [])]) stream.end(ended);
    else if (word === "user") void look([...streams].filter(({ userId }) => userId === id));
    else if (word === "sessions") void look([...streams]);
    else tell(word);
  }

  /** Tells pages of a change: at once, or when the gap since the last time has passed. */
  function tell(topic: string) {
    changedAt.set(topic, performance.now());
    if (waiting.has(topic)) return;
    const wait = (toldAt.get(topic) ?? -Infinity) + times.gap - performance.now();
    const pass = () => {
      waiting.delete(topic);
      toldAt.set(topic, performance.now());
      for (const stream of streams) {
        if (topic === everything || stream.topics.includes(topic)) stream.send(event(topic));
      }
    };
    if (wait <= 0) pass();
    else waiting.set(topic, setTimeout(pass, wait).unref());
  }

  function startHearing() {
    hearingSince = performance.now();
    tell(everything);
    void look([...streams]);
  }

  /** Looks the streams' sessions up: those that are over end, the others go on with what they may read by now. */
  async function look(looked: Stream[]) {
    const ids = [...new Set(looked.map(({ sessionId }) => sessionId))];
    for (let start = 0; start < ids.length; start += batch) {
      const some = ids.slice(start, start + batch);
      try {
        const found = await check(some);
        for (const id of some) follow(id, found.get(id));
      } catch (error) {
        log.warn({ err: error }, "Sessions of open pages could not be looked up");
      }
    }
  }

  function follow(sessionId: string, rights: Rights | undefined) {
    for (const stream of [...(sessions.get(sessionId) ?? [])]) {
      if (rights) Object.assign(stream, rights);
      else stream.end(ended);
    }
  }

  /** Looks at all sessions in a while, or as soon as the first of them is over. */
  function planCheck(within: number) {
    const wait = Math.min(Math.max(within, 0) + 1, times.check, longestTimer);
    const at = performance.now() + wait;
    if (nextCheck && nextCheck.at <= at) return;
    clearTimeout(nextCheck?.timer);
    const timer = setTimeout(() => {
      void look([...streams]).then(() => {
        nextCheck = undefined;
        if (streams.size === 0) return;
        const soonest = Math.min(...[...streams].map(({ expiresAt }) => expiresAt.getTime()));
        // One that could not be looked up is not asked for without pause.
        planCheck(Math.max(soonest - Date.now(), 1_000));
      });
    }, wait).unref();
    nextCheck = { at, timer };
  }

  return {
    open,
    hear,
    startHearing,
    count: () => streams.size,
    close() {
      clearInterval(beats);
      clearTimeout(nextCheck?.timer);
      for (const timer of waiting.values()) clearTimeout(timer);
      for (const stream of streams) stream.end();
    },
  };
}

/** The session is over: asking again is of no use. */
const ended = "event: end\ndata:\n\n";

function event(topic: string): string {
  return `data: ${topic}\n\n`;
}
