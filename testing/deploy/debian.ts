import { execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { once } from "node:events";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestContext } from "vitest";
import { freePort } from "../ports.ts";
import { type Package, packages } from "./packages.ts";

/** A program of Debian that runs for a test. */
export type Running = { url: string; stop(): Promise<void> };

/** A PostgreSQL server with a database of the role "app". */
export type Postgres = Running & {
  port: number;
  /** Its log so far. */
  log(): string;
  /** Runs a statement as the superuser. */
  query(statement: string): void;
  /** Runs statements and commands of psql as the superuser, also after those that fail. */
  runScript(text: string): void;
  /** Copies its data to a folder that doesn't exist, with pg_basebackup. @param args more arguments */
  copyTo(data: string, ...args: string[]): void;
  /**
   * @param o.isSynchronous whether this server waits for the standby before it confirms a commit, and until the standby's
   * readers see it ("remote_apply"); by default it waits
   */
  startStandby(o?: { isSynchronous: boolean | "remote_apply" }): Promise<Postgres>;
  /** Makes a standby the primary. */
  promote(): void;
  /** Sends a signal to all of its processes. */
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void;
};

/** Leaves a test out, and says why, where some of Debian's packages are not installed. */
export function requirePackages({ skip }: Pick<TestContext, "skip">, ...needed: Package[]): void {
  const missing = needed.filter((name) => !existsSync(packages[name]));
  if (missing.length === 0) return;
  const reason = `Left out: it needs Debian's packages (apt-get install ${missing.join(" ")})`;
  console.warn(reason); // Vitest's default reporter doesn't name it.
  skip(reason);
}

/**
 * Starts Debian's newest PostgreSQL, with an empty database of the role "app", on the loopback address.
 * @param folder where its data is, deleted by `stop`
 * @param settings as in postgresql.conf, for example "archive_mode=on"
 */
export async function startPostgres(folder = makeFolder(), settings: string[] = []): Promise<Postgres> {
  const data = join(folder, "data");
  const initialize = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  execFileSync(postgresProgram("initdb"), initialize, { ...account(), stdio: "ignore" });
  const server = await runPostgres(folder, data, settings);
  const as = ["-h", "127.0.0.1", "-p", String(server.port), "-U", "postgres"];
  execFileSync(postgresProgram("createuser"), [...as, "app"]);
  execFileSync(postgresProgram("createdb"), [...as, "-O", "app", "app"]);
  return server;
}

/** Starts a PostgreSQL on existing data. @param folder deleted by `stop` */
export async function runPostgres(folder: string, data: string, settings: string[] = []): Promise<Postgres> {
  const port = await freePort();
  const own = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`];
  const args = ["-D", data, "-p", String(port), ...[...own, ...settings].flatMap((each) => ["-c", each])];
  const { pid, output, stop } = await launch(postgresProgram("postgres"), args, "ready to accept", folder);
  const as = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  const query = (statement: string) =>
    void execFileSync(postgresProgram("psql"), [...as, "-qAtc", statement]);
  const copyTo = (copy: string, ...more: string[]) =>
    void execFileSync(
      postgresProgram("pg_basebackup"),
      [...as, "-D", copy, "--checkpoint=fast", ...more],
      account(),
    );
  return {
    url: `postgres://app@127.0.0.1:${port}/app`,
    port,
    log: output,
    stop,
    query,
    runScript: (text) =>
      void execFileSync(postgresProgram("psql"), [...as, "-qAt"], {
        input: text,
        stdio: ["pipe", "ignore", "ignore"],
      }),
    copyTo,
    async startStandby({ isSynchronous } = { isSynchronous: true }) {
      const standbyFolder = makeFolder();
      const copy = join(standbyFolder, "data");
      copyTo(copy, "-R");
      const standby = await runPostgres(standbyFolder, copy);
      if (isSynchronous) query("ALTER SYSTEM SET synchronous_standby_names = '*'");
      if (isSynchronous === "remote_apply") query("ALTER SYSTEM SET synchronous_commit = remote_apply");
      query("SELECT pg_reload_conf()");
      return standby;
    },
    promote: () => query("SELECT pg_promote()"),
    signal(name) {
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
      // Its children end by themselves after it.
      const pids = name === "SIGKILL" ? [pid] : [pid, ...children.trim().split(/\s+/).map(Number)];
      for (const each of pids) {
        try {
          process.kill(each, name);
        } catch (error) {
          // A process may have ended meanwhile.
          if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
        }
      }
    },
  };
}

function postgresProgram(name: string): string {
  const [newest = ""] = readdirSync(packages.postgresql).sort((a, b) => Number(b) - Number(a));
  return join(packages.postgresql, newest, "bin", name);
}

/** Starts PgBouncer in transaction mode, with its other settings as they come, in front of a PostgreSQL of `startPostgres`. */
export async function startPgBouncer(postgres: Pick<Postgres, "port">): Promise<Running> {
  const folder = makeFolder();
  const port = await freePort();
  const users = join(folder, "users.txt");
  writeFileSync(users, '"app" ""\n');
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
app = host=127.0.0.1 port=${postgres.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
`,
  );
  const { stop } = await launch(packages.pgbouncer, [file], "process up", folder);
  return { url: `postgres://app@127.0.0.1:${port}/app`, stop };
}

/** Starts nginx as the cache of a CDN that gets everything from a server, and says of each response whether it was kept. */
export async function startNginxCache(origin: string): Promise<Running> {
  const folder = makeFolder();
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {}
http {
  access_log off; ${temporaryPaths(folder)}
  proxy_cache_path ${folder}/cache keys_zone=files:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin};
      proxy_set_header Host ${new URL(origin).host};
      proxy_cache files;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}
`,
  );
  const { stop } = await launch(packages["nginx-light"], ["-c", file], "", folder, port);
  return { url: `http://localhost:${port}`, stop };
}

/** Settings of nginx for its temporary files. */
export function temporaryPaths(folder: string): string {
  return ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
}

/** A folder on a disk of its own that a test can fill; undefined where this account may not mount one. */
export function mountSmallDisk(megabytes: number) {
  const mountPoint = makeFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", mountPoint], {
      stdio: "ignore",
    });
  } catch {
    rmSync(mountPoint, { recursive: true });
    return undefined;
  }
  const folder = join(mountPoint, "postgres");
  mkdirSync(folder);
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const filler = join(mountPoint, "filler");
  return {
    folder,
    fill() {
      const file = openSync(filler, "w");
      try {
        for (;;) writeSync(file, Buffer.alloc(4096));
      } catch {
        closeSync(file); // It is full.
      }
    },
    free: () => rmSync(filler),
    unmount() {
      execFileSync("umount", [mountPoint]);
      rmSync(mountPoint, { recursive: true });
    },
  };
}

/** The account of these programs, which don't run as root. */
function account(): { uid?: number; gid?: number; cwd: string } {
  const { uid, gid } = statSync("/var/lib/postgresql");
  return { cwd: "/", ...(process.getuid?.() === 0 && { uid, gid }) };
}

/** A folder of the account of these programs. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "app-deploy-"));
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/**
 * Starts a program, and waits until it has written `ready` or, if a port is given, until it accepts connections there.
 * @returns what it has written to stderr; `stop` also deletes its folder
 */
export async function launch(program: string, args: string[], ready: string, folder: string, port?: number) {
  const child = spawn(program, args, { ...account(), stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let output = "";
  child.stderr.on("data", (text) => (output += String(text)));
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    void ended.then(() => reject(new Error(`${program} ended:\n${output}`)));
    if (port === undefined) child.stderr.on("data", () => output.includes(ready) && resolve());
    else void acceptsConnections(port).then(resolve, reject);
  });
  return {
    pid: child.pid as number,
    output: () => output,
    async stop() {
      child.kill("SIGCONT");
      child.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function acceptsConnections(port: number): Promise<void> {
  for (;;) {
    const socket = connect({ port, host: "127.0.0.1" });
    const isOpen = await Promise.race([once(socket, "connect"), once(socket, "error").catch(() => [])])
      .then(() => !socket.destroyed && !socket.connecting)
      .catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}
