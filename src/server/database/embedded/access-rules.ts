import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Account, isRoot, unprivileged } from "./account.ts";
import { runProgram } from "./postmaster.ts";

/**
 * Lets only root and the account that runs PostgreSQL connect, by the identity that the kernel reports (peer
 * authentication). If root runs it as "nobody", which other programs use as well, only root can connect. Written before
 * each start, so it applies to older databases and restored backups, too.
 */
export async function writeAccessRules(data: string, account: Account): Promise<void> {
  const names = ["root", ...(await ownName(account))];
  const users = names.map((name) => `flyleaf "${name.replaceAll('"', '""')}" flyleaf\n`);
  await replaceFile(join(data, "pg_ident.conf"), users.join(""), account);
  await replaceFile(join(data, "pg_hba.conf"), "local all flyleaf peer map=flyleaf\n", account);
}

async function ownName(account: Account): Promise<string[]> {
  if (isRoot() && account.uid === unprivileged.uid) return [];
  const { code, output } = await runProgram("/bin/sh", ["-c", "id -un"], account);
  return code === 0 ? [output.trim()] : []; // PostgreSQL reports that the account has no name.
}

/** Follows no link, because the folder belongs to the account and this process may be root's. */
async function replaceFile(path: string, text: string, account: Account): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.chown(account.uid, account.gid);
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
