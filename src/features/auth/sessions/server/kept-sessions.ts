import { databaseTime } from "#server/database/clock.ts";

/** How long a session is kept at most, in ms, if a notification of its end is lost. */
const maxAgeMs = 5_000;
const maxCount = 10_000;

type Kept = { id: string; user: { id: string } };

export type KeptSessions<Session extends Kept> = {
  /** @param find looks a session up, and calls `keep` if it may be kept */
  find<Found>(
    token: string,
    find: (keep: (session: Session) => void) => Promise<Found>,
  ): Promise<Found | Session>;
  /** @param payload from the channel `fixedNames.changesChannel` */
  onNotification(payload: string): void;
  forgetAll(): void;
};

/**
 * Keeps found sessions in the memory of this process for a few seconds, and forgets them when a notification says that they
 * have ended or changed (docs/decisions/0066-redis.md).
 * @param o.isCurrent whether notifications arrive: else nothing that is kept is used
 */
export function keepSessions<Session extends Kept>({
  isCurrent,
}: {
  isCurrent: () => boolean;
}): KeptSessions<Session> {
  const kept = new Map<string, { session: Session; until: number }>();
  let notificationCount = 0;

  function forget(isMeant: (session: Session) => boolean) {
    // What is being looked up may have been read before.
    notificationCount += 1;
    for (const [token, { session }] of kept) if (isMeant(session)) kept.delete(token);
  }

  function add(token: string, session: Session) {
    const [oldest] = kept.keys();
    if (kept.size >= maxCount && oldest !== undefined) kept.delete(oldest);
    kept.set(token, { session, until: performance.now() + maxAgeMs });
  }

  return {
    async find(token, find) {
      const found = kept.get(token);
      if (found && found.until > performance.now() && isCurrent()) return found.session;
      kept.delete(token);
      const before = notificationCount;
      return await find((session) => {
        if (notificationCount === before && isCurrent()) add(token, session);
      });
    },
    onNotification(payload) {
      const [word, id] = payload.split(" ");
      if (word === "session") forget((session) => session.id === id);
      else if (word === "user") forget(({ user }) => user.id === id);
      else if (word === "sessions" || word === "users") forget(() => true);
    },
    forgetAll: () => forget(() => true),
  };
}

/** Whether nothing of a session changes in the next seconds without a notification: confirmations and sessions end by time. */
export function canBeKept(session: {
  isConfirmed: boolean;
  user: { onboardedAt: Date | null };
  expiresAt: Date;
}): boolean {
  const { isConfirmed, user, expiresAt } = session;
  return !isConfirmed && user.onboardedAt !== null && expiresAt.getTime() - databaseTime().getTime() > 60_000;
}
