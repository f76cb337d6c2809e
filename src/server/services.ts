import type { Config } from "./config.ts";
import type { Database } from "./database/connect.ts";
import type { Replicas } from "./database/replicas/replicas.ts";
import type { Files } from "./files/files.ts";
import type { Images } from "./images/images.ts";
import type { Hub } from "./live/hub.ts"; // optional: live
import type { Log } from "./log.ts";
import type { MailWorker } from "./mail/worker.ts";
import type { Secrets } from "./secret.ts";

/** The services of the process, which each request has in its context. */
export type Services = {
  config: Config;
  log: Log;
  database: Database;
  // optional: replicas
  /** With DATABASE_REPLICA_URLS; then `database` is the primary. */
  replicas?: Pick<Replicas, "choose" | "readPosition"> | undefined;
  // end: replicas
  secrets: Secrets;
  files: Pick<Files, "buildId" | "addIntegrity">;
  images: Pick<Images, "store">; // optional: images
  mail: Pick<MailWorker, "isLate">;
  live: Pick<Hub, "openStream">; // optional: live
};

/**
 * The services as a request has them: `config.baseUrl` is the address that it asks for, so that its cookies, links, mails and redirects
 * are of that host. They are the same objects for each request to a host.
 */
export function createServicesByHost(services: Services): (request: Request) => Services {
  const { config } = services;
  const byOrigin = new Map(
    config.hosts.slice(1).map((baseUrl) => [baseUrl.origin, { ...services, config: { ...config, baseUrl } }]),
  );
  return ({ url }) => (byOrigin.size > 0 && byOrigin.get(new URL(url).origin)) || services;
}
