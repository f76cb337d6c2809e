import type { TestProject } from "vitest/node";
import { startServer } from "./server.ts";

/** The server that all tests share. */
export type SharedServer = { url: string; dataDir: string; mailboxUrl: string };

declare module "vitest" {
  interface ProvidedContext {
    server: SharedServer;
  }
}

/** Global setup of Vitest: starts one production server for all end-to-end tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const { url, dataDir, mailboxUrl } = server;
  project.provide("server", { url, dataDir, mailboxUrl });
  return async () => {
    await server.stop();
  };
}
