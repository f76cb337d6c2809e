import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports.ts";

/** A Redis for tests, with `npm test -- --with redis`: without it, tests of what needs Redis don't run. */
export const redisUrl = process.env.TEST_REDIS_URL;

/** Where tests of what both can do run. */
export const stores = redisUrl ? (["PostgreSQL", "Redis"] as const) : (["PostgreSQL"] as const);

/** The path of redis-server, if it is installed. */
export const redisProgram = () =>
  process.env.PATH?.split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find((file) => existsSync(file));

export type RedisProcess = {
  url: string;
  /** Stops or continues it, or ends it without warning. */
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): Promise<void>;
  /** Starts it again after SIGKILL, without its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a redis-server on a free port of the loopback address, in a folder of its own. */
export async function startRedisServer(): Promise<RedisProcess> {
  const folder = mkdtempSync(join(tmpdir(), "app-redis-"));
  const port = await freePort();
  let child = await launch(port, folder);

  async function end() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    async signal(name) {
      if (name === "SIGKILL") await end();
      else child.kill(name);
    },
    restart: async () => void (child = await launch(port, folder)),
    async stop() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

async function launch(port: number, folder: string): Promise<ChildProcess> {
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  const child = spawn("redis-server", settings, { stdio: "ignore" });
  await once(child, "spawn");
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    await sleep(20);
  }
  return child;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1" });
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
