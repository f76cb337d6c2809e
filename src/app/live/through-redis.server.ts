import { fixedNames } from "#brand/fixed-names.ts";
import type { Session } from "#features/auth/sessions/server/find-session.ts";
import { keepSessions } from "#features/auth/sessions/server/kept-sessions.ts";
import type { OpenNotifications } from "#server/notifications/listen.ts";
import type { RedisServer } from "#server/redis/redis.ts";
import type { Live } from "./open-live.server.ts";

/**
 * Lets notifications go through Redis, and keeps found sessions until one says that they have ended (docs/decisions/0066-redis.md).
 * @param live of the process, which is opened later
 */
export function listenThroughRedis(
  { notifications }: RedisServer,
  live: () => Pick<Live, "isListening" | "sendNotifications">,
) {
  const keptSessions = keepSessions<Session>({
    isCurrent: () => live().isListening() && notifications.isCurrent(),
  });
  const open: OpenNotifications = ({ onNotification, ...o }) => {
    const connection = notifications.listening.open({
      ...o,
      onNotification(channel, payload) {
        if (channel === fixedNames.changesChannel) keptSessions.onNotification(payload);
        onNotification(channel, payload);
      },
    });
    return {
      ...connection,
      async start() {
        await connection.start();
        keptSessions.forgetAll();
      },
    };
  };
  return {
    keptSessions,
    /** For `listen`. */
    listening: { ...notifications.listening, open },
    afterWrite() {
      keptSessions.forgetAll();
      live().sendNotifications();
    },
  };
}
