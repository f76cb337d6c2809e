import { createServer } from "node:net";

/**
 * Ports below the ephemeral range (from 32768 on Linux, from 49152 on macOS and Windows): the system could assign a free
 * one of that range to a connection before a test's server listens on it.
 */
const firstPort = 11_000;
const portCount = 20_000;
const workerCount = 4;

/** A port that nothing listens on, and that no other test worker uses. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % workerCount;
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * (portCount / workerCount)) * workerCount + worker;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
