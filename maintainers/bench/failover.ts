/**
 * Measures what people lose when parts fail: three instances of the built product behind HAProxy, with one primary and two
 * standbys of PostgreSQL under Patroni and etcd, each on a host of its own (network namespaces), Redis and a bucket. 200 books
 * are created a second while a fault is made; writes that fail are repeated with their Idempotency-Key. As root on Debian:
 *
 *   npm run bench -- failover
 *   npm run bench -- failover --only "the primary is killed" --previous <commit>
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Redis } from "iovalkey";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { buildProduct } from "../../scripts/build.ts";
import { projectDir } from "../../scripts/support/project.ts";
import { runNode } from "../run-node.ts";
import { type AuthClient, createAuthClient } from "../../testing/auth-client.ts";
import { openMailbox, startMailServer } from "../../testing/e2e/support/mail.ts";
import { addPerson, query } from "../../testing/e2e/support/people.ts";
import { startServer, type TestServer } from "../../testing/e2e/support/server.ts";
import { freePort } from "../../testing/ports.ts";
import { type RedisProcess, startRedisServer } from "../../testing/redis.ts";
import { startS3Server } from "../../testing/s3.ts";
import { type Cluster, startCluster } from "./failover/cluster.ts";
import { requirePrograms } from "./failover/host.ts";
import { openTabs, startWrites } from "./failover/load.ts";
import { ports, type Proxy, startProxy } from "./failover/proxy.ts";

const instanceCount = 3;
const signedInCount = 10;
const tabCount = 30;
const url = `http://localhost:${ports.app}`;
const connectionString = `postgres://app@127.0.0.1:${ports.postgres}/app`;

/** What a fault is made with. */
type Parts = { cluster: Cluster; proxy: Proxy; redis: RedisProcess; instances: Instances };
/** @returns when the parts that people need were there again, by `performance.now`; undefined if they always were */
type Fault = (parts: Parts) => Promise<number | undefined>;

const { values } = parseArgs({
  options: { previous: { type: "string", default: "HEAD~5" }, only: { type: "string", default: "" } },
});
requirePrograms();
const steps = createSteps();
const folder = mkdtempSync(join(tmpdir(), "flyleaf-failover-"));
chmodSync(folder, 0o755);
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
try {
  await buildProduct(steps);
  const previous = await steps.run(`Building ${values.previous}`, () => buildPrevious(values.previous));
  const cluster = await steps.run("Starting the cluster", () => startCluster(folder));
  closers.push(cluster.stop);
  const bucket = await startS3Server();
  closers.push(bucket.close);
  const redis = await startRedisServer();
  closers.push(redis.stop);
  const instances = await createInstances(bucket.settings, redis.url);
  closers.push(instances.stop);
  const bucketPort = Number(new URL(bucket.settings.endpoint).port);
  const proxy = await startProxy(folder, { nodes: cluster.nodes, instances: instances.ports, bucketPort });
  closers.push(proxy.stop);
  await steps.run("Starting the instances", () => instances.startAll(previous));
  const parts = { cluster, proxy, redis, instances };
  const people = await signInAll(instances);
  console.log(
    `\n| Fault | Failed requests | Works again | Lost | Twice | Sessions lost |\n| --- | --- | --- | ---: | ---: | ---: |`,
  );
  for (const [name, fault] of Object.entries(faults()))
    if (name.includes(values.only)) await measure(name, fault, parts, people);
} finally {
  for (const close of closers.reverse()) await close();
}

function faults(): Record<string, Fault> {
  return {
    "rolling deploy from the previous build, with open tabs": async ({ instances }) => {
      for (const index of instances.ports.keys()) await instances.restart(index);
      return undefined;
    },
    "an instance is killed": async ({ instances }) => {
      await instances.kill(0);
      await sleep(5_000);
      await instances.start(0);
      return undefined;
    },
    "the primary is killed, with its host": async ({ cluster }) => {
      const lost = await primaryOf(cluster);
      lost.signal("SIGKILL");
      await cluster.nextPrimary(lost);
      const since = performance.now();
      await sleep(5_000);
      lost.start();
      return since;
    },
    "the primary's host is suspended, and goes on": async ({ cluster }) => {
      const lost = await primaryOf(cluster);
      lost.signal("SIGSTOP");
      await cluster.nextPrimary(lost);
      const since = performance.now();
      await sleep(5_000);
      lost.signal("SIGCONT");
      return since;
    },
    "a firewall cuts the primary off": async ({ cluster }) => {
      const lost = await primaryOf(cluster);
      lost.cut(true);
      await cluster.nextPrimary(lost);
      const since = performance.now();
      await sleep(5_000);
      lost.cut(false);
      return since;
    },
    "Redis is flushed": async ({ redis: { url } }) => {
      const client = new Redis(url);
      await client.flushall();
      client.disconnect();
      return undefined;
    },
    "Redis is killed": async ({ redis }) => {
      await redis.signal("SIGKILL");
      await sleep(5_000);
      await redis.restart();
      return undefined;
    },
    "the bucket is away": async ({ proxy }) => {
      await proxy.setServing("bucket/s3", false);
      await sleep(5_000);
      await proxy.setServing("bucket/s3", true);
      return undefined;
    },
  };
}

/** Makes a fault under load, and prints a row of what it did. */
async function measure(name: string, fault: Fault, parts: Parts, people: People): Promise<void> {
  const { cluster } = parts;
  await cluster.whole();
  const tabs = openTabs(people.writer, url, tabCount);
  const load = startWrites(people.signedIn, url, people.genreId);
  await sleep(3_000);
  const since = await fault(parts);
  await sleep(8_000);
  const { requests, failures, acknowledged, lastFailureAt } = await load.stop();
  const opened = await tabs.close();
  await cluster.whole();

  const stored = new Map<string, number>();
  for (const { title } of await query<{ title: string }>({ connectionString }, "SELECT title FROM book", []))
    stored.set(title, (stored.get(title) ?? 0) + 1);
  const lost = acknowledged.filter((title) => !stored.has(title)).length;
  const twice = [...stored.values()].filter((count) => count > 1).length;
  const sessions = await Promise.all(people.signedIn.map(async (client) => (await client.session()).body));
  const gone = sessions.filter((body) => body === null).length;
  const kinds = Object.entries(failures).map(
    ([kind, count]) => `${count} × ${kind === "none" ? "no answer" : kind}`,
  );
  const again =
    since === undefined
      ? ""
      : `${Math.max(0, ((lastFailureAt ?? since) - since) / 1_000).toFixed(1)} s after the promotion`;
  console.log(
    `| ${name} | ${kinds.join(", ") || "none"} of ${requests}; tabs ${opened.failures} of ${opened.opened + opened.failures} | ${again} | ${lost} of ${acknowledged.length} | ${twice} | ${gone} of ${sessions.length} |`,
  );
}

async function primaryOf(cluster: Cluster) {
  const primary = await cluster.primary();
  if (!primary) throw new Error("The cluster has no primary");
  return primary;
}

/** Builds an earlier commit in a folder of its own. @returns its entry */
async function buildPrevious(commit: string): Promise<string> {
  const dir = join(folder, "previous");
  execFileSync("git", ["clone", "--quiet", projectDir, dir]);
  execFileSync(
    "git",
    [
      "checkout",
      "--quiet",
      execFileSync("git", ["rev-parse", commit], { cwd: projectDir, encoding: "utf8" }).trim(),
    ],
    { cwd: dir },
  );
  // Hard links, because its packages may be others.
  execFileSync("cp", ["-al", join(projectDir, "node_modules"), dir]);
  rmSync(join(dir, "node_modules/.installed"));
  await runNode({ dir }, "scripts/run.mjs", "build");
  return join(dir, "dist/server/main.js");
}

type Instances = Awaited<ReturnType<typeof createInstances>>;

/** Instances with one secret, mail server, bucket and Redis. */
async function createInstances(
  bucket: Awaited<ReturnType<typeof startS3Server>>["settings"],
  redisUrl: string,
) {
  const mail = await startMailServer();
  const instancePorts: number[] = [];
  while (instancePorts.length < instanceCount) instancePorts.push(await freePort());
  const servers: (TestServer | undefined)[] = [];
  const start = async (index: number, entry?: string) => {
    const port = instancePorts[index] ?? 0;
    servers[index] = await startServer(
      {
        PORT: String(port),
        BASE_URL: url,
        DATA_DIR: join(folder, `instance${index}`),
        DATABASE_URL: connectionString,
        REDIS_URL: redisUrl,
        SMTP_URL: mail.smtpUrl,
        AUTH_SECRET: "a secret that all of the instances share",
        API_REQUESTS_PER_MINUTE: "0",
        SHUTDOWN_DELAY: "5",
        S3_ENDPOINT: `http://127.0.0.1:${ports.bucket}`,
        S3_REGION: bucket.region,
        S3_BUCKET: bucket.bucket,
        S3_ACCESS_KEY_ID: bucket.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      },
      { ...(entry && existsSync(entry) && { entry }), stdout: "ignore" },
    );
  };
  return {
    ports: instancePorts,
    mailbox: openMailbox(mail.mailboxUrl),
    start: (index: number) => start(index),
    async startAll(entry: string) {
      for (const index of instancePorts.keys()) await start(index, entry);
    },
    async restart(index: number) {
      await servers[index]?.stop();
      await start(index);
    },
    kill: async (index: number) => servers[index]?.kill(),
    async stop() {
      for (const server of servers) await server?.stop();
      await mail.close();
    },
  };
}

type People = { writer: AuthClient; signedIn: AuthClient[]; genreId: string };

/** Signs people in: the first one writes. */
async function signInAll({ mailbox }: Instances): Promise<People> {
  const signedIn: AuthClient[] = [];
  for (let count = 0; count < signedInCount; count += 1) {
    const { email } = await addPerson({ connectionString }, { role: "admin" });
    const client = createAuthClient(url);
    await client.requestCode(email);
    await client.verifyCode(email, await mailbox.codeFor(email));
    signedIn.push(client);
  }
  const [writer] = signedIn;
  if (!writer) throw new Error("No one is signed in");
  const { id } = await writer.call<{ id: string }>("genres/create", { name: "Essays", hue: 30 });
  return { writer, signedIn, genreId: id };
}
