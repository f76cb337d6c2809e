import { redisProgram, startRedisServer } from "../../testing/redis.ts";
import { formatError, UserError } from "../bootstrap/errors.mjs";
import type { Steps } from "../bootstrap/steps.mjs";
import { canInstallDebianPackages, installDebianPackages } from "./debian.ts";

/** Starts Redis for `npm test -- --with redis`. @returns stops it */
export async function startRedisForTests(): Promise<() => Promise<void>> {
  if (!redisProgram())
    throw new UserError("redis-server is needed, and is not on the PATH: apt-get install redis-server");
  const { url, stop } = await startRedisServer();
  process.env.TEST_REDIS_URL = url;
  return async () => {
    delete process.env.TEST_REDIS_URL;
    await stop();
  };
}

const testsOfRedis = [
  "server/limits/",
  "server/redis/",
  // optional: live
  "send-notifications",
  "kept-sessions",
  // end: live
];

/** What CI runs again with Redis, if it is there or can be installed. */
export async function runsWithRedis(steps: Steps) {
  if (!redisProgram() && canInstallDebianPackages())
    await steps
      .run("Installing redis-server with apt-get", () => installDebianPackages("redis-server"))
      .catch((error: unknown) => console.error(`\n${formatError(error)}\n`));
  if (!redisProgram()) {
    console.warn("Left out: tests that need Redis (apt-get install redis-server)");
    return [];
  }
  return [
    { part: "database", label: "redis", args: testsOfRedis, with: [startRedisForTests] },
    { part: "e2e", label: "redis", args: ["e2e/redis"], with: [startRedisForTests] },
  ];
}
