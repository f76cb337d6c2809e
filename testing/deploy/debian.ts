import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "vitest";
import { freePort } from "../ports.ts";

/** A program of Debian that runs for a test. */
export type Running = { url: string; stop(): Promise<void> };

const versions = "/usr/lib/postgresql";
const pgBouncer = "/usr/sbin/pgbouncer";

/** Leaves a test out, and says why, where Debian's PostgreSQL or PgBouncer is not installed. */
export function requirePackages({ skip }: Pick<TestContext, "skip">): void {
  if (existsSync(versions) && existsSync(pgBouncer)) return;
  const reason = "Left out: it needs Debian's packages (apt-get install postgresql pgbouncer)";
  console.warn(reason); // Vitest's default reporter doesn't name it.
  skip(reason);
}

/** Starts Debian's newest PostgreSQL, with an empty database of the role "flyleaf", on the loopback address. */
export async function startPostgres(): Promise<Running> {
  const [newest = ""] = readdirSync(versions).sort((a, b) => Number(b) - Number(a));
  const bin = join(versions, newest, "bin");
  const folder = makeFolder();
  const data = join(folder, "data");
  const initialize = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  execFileSync(join(bin, "initdb"), initialize, { ...account(), stdio: "ignore" });
  const port = await freePort();
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${folder}`];
  const args = ["-D", data, "-p", String(port), ...settings];
  const stop = await launch(join(bin, "postgres"), args, "ready to accept connections", folder);
  const server = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  execFileSync(join(bin, "createuser"), [...server, "flyleaf"]);
  execFileSync(join(bin, "createdb"), [...server, "-O", "flyleaf", "flyleaf"]);
  return { url: `postgres://flyleaf@127.0.0.1:${port}/flyleaf`, stop };
}

/** Starts PgBouncer in transaction mode, with its other settings as they come, in front of a PostgreSQL of `startPostgres`. */
export async function startPgBouncer(postgres: Pick<Running, "url">): Promise<Running> {
  const folder = makeFolder();
  const port = await freePort();
  const users = join(folder, "users.txt");
  writeFileSync(users, '"flyleaf" ""\n');
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
flyleaf = host=127.0.0.1 port=${new URL(postgres.url).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
`,
  );
  const stop = await launch(pgBouncer, [file], "process up", folder);
  return { url: `postgres://flyleaf@127.0.0.1:${port}/flyleaf`, stop };
}

/** The account of these programs, which don't run as root. */
function account(): { uid?: number; gid?: number; cwd: string } {
  const { uid, gid } = statSync("/var/lib/postgresql");
  return { cwd: "/", ...(process.getuid?.() === 0 && { uid, gid }) };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "flyleaf-deploy-"));
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/** Starts a program. @returns stops it and deletes its folder, once it has written the text `ready` */
async function launch(program: string, args: string[], ready: string, folder: string) {
  const child = spawn(program, args, { ...account(), stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.stderr.on("data", (text) => {
      output += String(text);
      if (output.includes(ready)) resolve();
    });
    void ended.then(() => reject(new Error(`${program} ended:\n${output}`)));
  });
  return async () => {
    child.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true });
  };
}
