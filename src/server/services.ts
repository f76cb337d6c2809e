import type { Config } from "./config.ts";
import type { Database } from "./database/connect.ts";
import type { Files } from "./files/files.ts";
import type { Hub } from "./live/hub.ts";
import type { Log } from "./log.ts";
import type { Secrets } from "./secret.ts";

/** What a process has once, for all requests. */
export type Services = {
  config: Config;
  log: Log;
  database: Database;
  secrets: Secrets;
  files: Pick<Files, "storeImage">;
  live: Pick<Hub, "openStream">;
};

/** Kept on the process, not in a module: the built application and the process around it are bundled apart. */
const key = Symbol.for("flyleaf.services");
const process_ = globalThis as { [key]?: Services };

export function provideServices(services: Services): void {
  process_[key] = services;
}

/** @throws where the process has not provided them yet. */
export function services(): Services {
  const provided = process_[key];
  if (!provided) throw new Error("The process has not started its services");
  return provided;
}
