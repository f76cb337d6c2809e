import { findSessions } from "#features/auth/sessions/server/find-session.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Replicas } from "#server/database/replicas/replicas.ts";
import { createHub, type Hub } from "#server/live/hub.ts";
import type { Log } from "#server/log.ts";
import { accessFor } from "../access/access.ts";
import { topicsOf } from "./topics.ts";

/** Opens the hub of the process's streams: what their users may read is what their sessions say. */
export function openLive(services: {
  config: Config;
  database: Database;
  replicas: Pick<Replicas, "whenReplayed"> | undefined; // optional: replicas
  log: Log;
}): Hub {
  const { config, database, log } = services;
  return createHub({
    log,
    whenReadable: services.replicas?.whenReplayed, // optional: replicas
    async findSessionAccess(ids) {
      const access = accessFor(config.auth.adminUserIds);
      const sessions = await findSessions({ config, database }, ids);
      return new Map(sessions.map(({ id, user }) => [id, { topics: topicsOf(user, access) }]));
    },
  });
}
