import { open } from "node:fs/promises";
import { type Account, isRoot, runScript } from "./account.ts";

/**
 * Calls a function with the path by which a program of an account can use a folder of its own. If root starts the program, the account
 * may have no access to a folder above, for example /root. Then the program gets the open folder as its file descriptor 3.
 * @param work gets the path, and what to add to the program's `stdio` after the first three
 */
export async function withAccess<Result>(
  folder: string,
  account: Account | undefined,
  work: (path: string, openFolders: number[]) => Promise<Result>,
): Promise<Result> {
  if (!isRoot() || runScript(account, 'test -x "$0"', folder)) return await work(folder, []);
  const handle = await open(folder);
  try {
    return await work("/proc/self/fd/3", [handle.fd]);
  } finally {
    await handle.close();
  }
}
