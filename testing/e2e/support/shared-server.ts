import type { TestProject } from "vitest/node";
import type { DatabaseConnection } from "#server/database/connection.ts";
import { startServer } from "./server.ts";

/** The server that all tests share. */
export type SharedServer = { url: string; connection: DatabaseConnection; mailboxUrl: string };

declare module "vitest" {
  interface ProvidedContext {
    server: SharedServer;
  }
}

/** Global setup of Vitest: starts one production server for all end-to-end tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const { url, connection, mailboxUrl } = server;
  project.provide("server", { url, connection, mailboxUrl });
  return async () => {
    await server.stop();
  };
}
