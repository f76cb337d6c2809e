import { createServer } from "node:net";

/**
 * Ports below those that a system gives to connections by itself (32768 and up on Linux, 49152 on macOS and Windows):
 * one that was found free there could be taken again before a server listens on it.
 */
const first = 11_000;
const count = 20_000;
const workers = 4;

/** A port of this machine that nothing listens on, and that no other worker of the tests is given. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % workers;
  for (;;) {
    const port = first + Math.floor(Math.random() * (count / workers)) * workers + worker;
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
