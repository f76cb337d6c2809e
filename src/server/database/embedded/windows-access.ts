import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

/*
 * PostgreSQL for Windows is reached by TCP on the loopback address, with a password, because its Unix sockets there can't
 * be closed to other accounts. Password and port are made with the database and kept beside it.
 */

export type WindowsAccess = { port: number; password: string };

/** Holds the password in its first line, as initdb wants it, and the port in the second. */
export function passwordFile(dataDir: string): string {
  return join(dataDir, "postgres.password");
}

/** Chooses a free port and a password. */
export async function writeWindowsAccess(dataDir: string): Promise<void> {
  const password = randomBytes(24).toString("base64url");
  await writeFile(passwordFile(dataDir), `${password}\n${await freePort()}\n`, { mode: 0o600 });
}

/** @throws where the database has not been created yet. */
export function readWindowsAccess(dataDir: string): WindowsAccess {
  const [password, port] = readFileSync(passwordFile(dataDir), "utf8").split(/\r?\n/);
  return { password: password ?? "", port: Number(port) };
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}
