import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fixedNames } from "#brand/fixed-names.ts";
import type { DatabaseConnection } from "../connection.ts";
import { type Account, accountFor, isRoot, runScript, spawnOptions, unprivileged } from "./account.ts";
import { StartError } from "#server/start-error.ts";

/** The connection to the embedded database of a data folder, whether or not it is running. */
export function embeddedConnection(dataDir: string): DatabaseConnection {
  const base = { user: fixedNames.embeddedDatabase, database: fixedNames.embeddedDatabase };
  const account = accountFor(join(dataDir, "postgres"));
  if (account) return { ...base, host: socketFolderFor(dataDir, account), port: 5432 };
  const [password, port] = readFileSync(passwordFile(dataDir), "utf8").split("\n");
  return { ...base, host: "127.0.0.1", port: Number(port), password };
}

/** In every process the same, and short, because a socket's path has at most 107 bytes (103 on macOS). */
function socketFolderFor(dataDir: string, account: Account): string {
  const path = existsSync(dataDir) ? realpathSync.native(dataDir) : resolve(dataDir);
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 16);
  return join(existsSync("/tmp") ? "/tmp" : tmpdir(), `postgresql-${account.uid}-${hash}`);
}

/**
 * On Windows, where other accounts can access sockets, PostgreSQL listens on a TCP port of the loopback address. The password that it
 * requires is in this file's first line, as initdb expects it, and the port in the second.
 */
export function passwordFile(dataDir: string): string {
  return join(dataDir, "postgres.password");
}

/** Chooses a password, and a port of those that systems don't assign on their own. */
export async function writePasswordFile(dataDir: string): Promise<void> {
  const password = randomBytes(24).toString("base64url");
  const port = 20_000 + (randomBytes(2).readUInt16LE() % 10_000);
  await writeFile(passwordFile(dataDir), `${password}\n${port}\n`, { mode: 0o600 });
}

/**
 * Lets only root and the account that runs PostgreSQL connect, by the identity that the kernel reports (peer authentication). If
 * root runs it as "nobody", which other programs use as well, only root can connect.
 * @returns the settings of PostgreSQL for this
 * @throws StartError if the socket's folder belongs to another account
 */
export function prepareAccess(dataDir: string, account: Account | undefined): Record<string, string> {
  const { host, port } = embeddedConnection(dataDir) as { host: string; port: number };
  if (!account) return { listen_addresses: host, port: String(port), unix_socket_directories: "" };
  const own = spawnSync("id", ["-un"], { ...spawnOptions(account), encoding: "utf8" }).stdout.trim();
  const names = isRoot() && account.uid === unprivileged.uid ? ["root"] : ["root", own];
  const role = fixedNames.embeddedDatabase;
  const users = names.map((name) => `owners "${name}" ${role}\n`).join("");
  const rules = `local all ${role} peer map=owners`;
  const script = 'umask 077; mkdir -p "$0" && cd "$0" && echo "$1" > hba.conf && echo "$2" > ident.conf';
  const isWritten = runScript(account, script, host, rules, users);
  const folder = lstatSync(host, { throwIfNoEntry: false });
  if (!isWritten || !folder?.isDirectory() || folder.uid !== account.uid) {
    throw new StartError(
      `${host}, the folder for the database's socket, can't be used: free some space, or remove it if it belongs to another account.`,
    );
  }
  return {
    listen_addresses: "",
    port: String(port),
    unix_socket_directories: host,
    hba_file: join(host, "hba.conf"),
    ident_file: join(host, "ident.conf"),
  };
}
