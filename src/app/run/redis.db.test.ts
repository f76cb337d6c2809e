import { setFlagsFromString } from "node:v8"; // optional: live
import { runInNewContext } from "node:vm"; // optional: live
import { Redis } from "iovalkey";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../testing/database.ts";
import { startRedisServer } from "../../../testing/redis.ts";
import { fixedNames } from "#brand/fixed-names.ts"; // optional: live
import { readConfig } from "#server/config.ts"; // optional: live
import { startWriteCheck } from "#server/database/check-writes.ts"; // optional: live
import { connect, type Database, type DatabaseConnection } from "#server/database/connect.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { createLog } from "#server/log.ts";
import { openLive } from "../live/open-live.server.ts"; // optional: live
import { startRedis } from "./redis.server.ts";

const log = createLog({ level: "silent" });

async function startServer() {
  const server = await startRedisServer();
  onTestFinished(server.stop);
  const client = new Redis(server.url);
  onTestFinished(() => client.disconnect());
  return { url: server.url, client };
}

/** An instance of the product, with a page that follows a topic. */
async function startInstance(url: string, connection: DatabaseConnection) {
  const database: Database = connect(connection, { max: 2 });
  onTestFinished(() => database.close());
  const redis = await startRedis(url, {
    database,
    log,
    live: () => live, // optional: live
  });
  onTestFinished(async () => redis?.stop());
  // optional: live
  const writes = startWriteCheck({ pool: database.pool, log });
  onTestFinished(() => writes.stop());
  const live = openLive({
    config: readConfig({}),
    database,
    direct: connection,
    replicas: undefined, // optional: replicas
    redis,
    writes,
    log,
  });
  onTestFinished(live.close);
  await expect.poll(live.isListening).toBe(true);
  const ids = { sessionId: "session", userId: "user", client: "192.0.2.1" };
  const page = live.openStream({ ...ids, sinceMs: 0, topics: ["users", "genres"] });
  let received = "";
  void (async () => {
    for await (const part of page ?? []) received += Buffer.from(part).toString();
  })();
  // end: live
  return {
    consume: async () =>
      (await consumeLimit(database, { key: "someone", limit: 1, windowSeconds: 60 })).allowed,
    // optional: live
    async change(topic: string) {
      const statement = "INSERT INTO pending_notification (channel, payload) VALUES ($1, $2)";
      await database.pool.query(statement, [fixedNames.changesChannel, topic]);
    },
    received: () => received,
    // end: live
  };
}

test("two products with one Redis share neither limits nor messages, and the instances of one share both", async () => {
  const { url } = await startServer();
  const [ours, theirs] = [await createTestDatabase(), await createTestDatabase()];
  for (const { drop } of [ours, theirs]) onTestFinished(drop);
  const one = await startInstance(url, ours.connection);
  const other = await startInstance(url, ours.connection);
  const foreign = await startInstance(url, theirs.connection);
  expect([await one.consume(), await other.consume(), await foreign.consume()]).toEqual([true, false, true]);
  // optional: live
  await one.change("users");
  for (const { received } of [one, other]) await expect.poll(received).toContain("data: users");
  await foreign.change("genres");
  await expect.poll(foreign.received).toContain("data: genres");
  expect(foreign.received()).not.toContain("users");
  expect(one.received() + other.received()).not.toContain("genres");
  // end: live
});

// optional: live
test("of 200,000 made-up messages in Redis nothing is kept", async () => {
  setFlagsFromString("--expose_gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const { url, client } = await startServer();
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { received } = await startInstance(url, database.connection);
  const [channel = ""] = (await client.pubsub("CHANNELS", `*:${fixedNames.changesChannel}`)) as string[];
  const publish = async (payloads: string[]) => {
    const pipeline = client.pipeline();
    for (const payload of payloads) pipeline.publish(channel, payload);
    await pipeline.exec();
  };
  const usedMegabytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1_000_000;
  };
  await publish(["users"]);
  await expect.poll(received).toContain("data: users");
  const before = usedMegabytes();
  // Each twice: the second one would be sent later.
  for (let i = 0; i < 20; i += 1)
    await publish(Array.from({ length: 10_000 }, (_, index) => `made-up-${i >> 1}-${index}`));
  await publish(["genres"]);
  await expect.poll(received).toContain("data: genres");
  expect(usedMegabytes() - before).toBeLessThan(8);
});
// end: live
