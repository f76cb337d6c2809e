import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bridgeAddress, type Host, makeHosts, removeHosts } from "./host.ts";

/** A PostgreSQL of a cluster, with the Patroni that manages it, on a host of its own. */
export type Node = Host & { name: string; start(): void };

/** One primary and two standbys, one of them synchronous, that Patroni manages by etcd. */
export type Cluster = {
  nodes: Node[];
  /** The node that Patroni says is the primary. */
  primary(): Promise<Node | undefined>;
  /** Waits until another node than this is the primary. */
  nextPrimary(before: Node): Promise<Node>;
  /** Waits until there are a primary and two standbys that follow it, one of them synchronous. */
  whole(): Promise<void>;
  stop(): Promise<void>;
};

const account = "postgres";
const etcdPort = 23_790;
const nodeCount = 3;
const postgresPrograms = "/usr/lib/postgresql";

/** Starts the cluster with an empty database of the role "app". @param folder for its data */
export async function startCluster(folder: string): Promise<Cluster> {
  const owner = statSync("/var/lib/postgresql");
  const hosts = makeHosts(nodeCount);
  const etcd = startEtcd(join(folder, "etcd"));
  const nodes = hosts.map((host, index): Node => {
    const name = `node${index + 1}`;
    const home = join(folder, name);
    mkdirSync(home);
    chownSync(home, owner.uid, owner.gid);
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(patroniSettings(name, host.address, home)));
    // JSON is YAML.
    return { ...host, name, start: () => host.spawn(account, `${file}.log`, "patroni", file) };
  });
  const cluster: Cluster = {
    nodes,
    async primary() {
      const answers = await Promise.all(nodes.map((node) => statusOf(node, "primary")));
      return nodes[answers.indexOf(200)];
    },
    nextPrimary: (before) =>
      until(async () => {
        const found = await cluster.primary();
        return found && found !== before ? found : undefined;
      }, 90),
    async whole() {
      await until(async () => (await isWhole(await cluster.primary())) || undefined, 180);
    },
    async stop() {
      removeHosts(nodeCount);
      etcd.kill();
      await sleep(500);
    },
  };
  nodes[0]?.start();
  const first = await until(cluster.primary, 60);
  for (const node of nodes.slice(1)) node.start();
  await cluster.whole();
  const args = ["-h", first.address, "-U", account];
  execFileSync(postgresProgram("createuser"), [...args, "app"]);
  execFileSync(postgresProgram("createdb"), [...args, "-O", "app", "app"]);
  return cluster;
}

function startEtcd(dir: string): ChildProcess {
  const [own, peers] = [`http://${bridgeAddress}:${etcdPort}`, `http://${bridgeAddress}:${etcdPort + 1}`];
  const args = {
    "data-dir": dir,
    "listen-client-urls": own,
    "advertise-client-urls": own,
    "listen-peer-urls": peers,
    "initial-advertise-peer-urls": peers,
    "initial-cluster": `default=${peers}`,
  };
  const options = Object.entries(args).map(([name, value]) => `--${name}=${value}`);
  return spawn("etcd", options, { stdio: "ignore" });
}

/** A node's settings. The times are the shortest that Patroni recommends. */
function patroniSettings(name: string, address: string, home: string) {
  return {
    scope: "app",
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { host: `${bridgeAddress}:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        primary_start_timeout: 0,
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, shared_buffers: "64MB" } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, { auth: "trust" }],
      pg_hba: [
        "local all all trust",
        "host all all 10.213.7.0/24 trust",
        "host replication all 10.213.7.0/24 trust",
      ],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(home, "data"),
      bin_dir: join(postgresPrograms, newestVersion(), "bin"),
      parameters: { unix_socket_directories: home },
      pgpass: join(home, "pgpass"),
      authentication: { superuser: { username: account }, replication: { username: "replicator" } },
    },
  };
}

function newestVersion(): string {
  const [newest = ""] = readdirSync(postgresPrograms).sort((a, b) => Number(b) - Number(a));
  return newest;
}

function postgresProgram(name: string): string {
  return join(postgresPrograms, newestVersion(), "bin", name);
}

/** Patroni's answer about a node: 200 if it has the role. */
async function statusOf({ address }: Node, role: string): Promise<number> {
  const response = await fetch(`http://${address}:8008/${role}`, {
    signal: AbortSignal.timeout(1_000),
  }).catch(() => undefined);
  return response?.status ?? 0;
}

async function isWhole(primary: Node | undefined): Promise<boolean> {
  if (!primary) return false;
  const response = await fetch(`http://${primary.address}:8008/cluster`, {
    signal: AbortSignal.timeout(1_000),
  });
  const { members } = (await response.json()) as {
    members: { role: string; state: string; lag?: number | string }[];
  };
  const working = members.filter(
    ({ role, state }) => role === "leader" || ["running", "streaming"].includes(state),
  );
  const isFollowing = working.every(
    ({ role, lag }) => role === "leader" || (typeof lag === "number" && lag < 1e6),
  );
  return working.length === nodeCount && isFollowing && members.some(({ role }) => role === "sync_standby");
}

/** @returns what a call returns as soon as it is defined. @throws if that takes longer */
export async function until<Result>(
  call: () => Promise<Result | undefined>,
  seconds: number,
): Promise<Result> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const result = await call().catch(() => undefined);
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`Not so within ${seconds} s: ${String(call)}`);
    await sleep(100);
  }
}
