import { findSessions } from "#features/auth/sessions/server/find-session.ts";
import { fixedNames } from "#brand/fixed-names.ts";
import type { Config } from "#server/config.ts";
import type { startWriteCheck } from "#server/database/check-writes.ts";
import type { Database, DatabaseConnection } from "#server/database/connect.ts";
import type { Replicas } from "#server/database/replicas/replicas.ts";
import { createHub, type Hub } from "#server/live/hub.ts";
import type { Log } from "#server/log.ts";
import { listen } from "#server/notifications/listen.ts";
import {
  type NotificationSender,
  startNotificationSender,
} from "#server/notifications/send-notifications.ts";
import type { RedisNotifications } from "#server/redis/notifications.ts";
import { accessFor } from "../access/access.ts";
import { topicNames, topicsOf } from "./topics.ts";

export type Live = Pick<Hub, "openStream" | "streamCount"> & {
  isListening(): boolean;
  sendNotifications: NotificationSender["wake"]; // optional: redis
  /** "ok", or "failing: " and why changes aren't noticed. */
  health(): string;
  close(): Promise<void>;
};

/** Opens the process's streams, and follows changes for them: what their users may read is what their sessions say. */
export function openLive({
  config,
  database,
  direct,
  replicas, // optional: replicas
  redis, // optional: redis
  writes,
  log,
}: {
  config: Config;
  database: Database;
  direct: DatabaseConnection;
  replicas: Pick<Replicas, "whenReplayed"> | undefined; // optional: replicas
  redis: Pick<RedisNotifications, "listening"> | undefined; // optional: redis
  writes: Pick<ReturnType<typeof startWriteCheck>, "channels" | "notifications">;
  log: Log;
}): Live {
  const hub = createHub({
    topics: topicNames,
    log,
    whenReadable: replicas?.whenReplayed, // optional: replicas
    async findSessionAccess(ids) {
      const access = accessFor(config.auth.adminUserIds);
      const sessions = await findSessions({ config, database }, ids);
      return new Map(sessions.map(({ id, user }) => [id, { topics: topicsOf(user, access) }]));
    },
  });
  const sender = startNotificationSender({ database, log });
  const listener = listen({
    connection: direct,
    ...redis?.listening, // optional: redis
    log,
    channels: { [fixedNames.changesChannel]: hub, ...writes.channels },
  });
  const isListening = () => listener.health() === "ok";
  return {
    openStream: hub.openStream,
    streamCount: hub.streamCount,
    isListening,
    sendNotifications: sender.wake, // optional: redis
    health: () => (isListening() ? writes.notifications() : listener.health()),
    async close() {
      await listener.stop();
      hub.close();
      await sender.stop();
    },
  };
}
