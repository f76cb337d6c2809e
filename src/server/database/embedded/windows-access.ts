import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

/*
 * On Windows, PostgreSQL listens on a TCP port of the loopback address and requires a password, because other accounts
 * can access its Unix sockets. Password and port are stored in DATA_DIR.
 */

/** The password is in the first line, as initdb expects it, and the port in the second. */
export function passwordFile(dataDir: string): string {
  return join(dataDir, "postgres.password");
}

/** Chooses a free port and a password. */
export async function writeWindowsAccess(dataDir: string): Promise<void> {
  const password = randomBytes(24).toString("base64url");
  await writeFile(passwordFile(dataDir), `${password}\n${await freePort()}\n`, { mode: 0o600 });
}

/** @throws if the database has not been created yet */
export function readWindowsAccess(dataDir: string): { port: number; password: string } {
  const [password, port] = readFileSync(passwordFile(dataDir), "utf8").split(/\r?\n/);
  return { password: password ?? "", port: Number(port) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
