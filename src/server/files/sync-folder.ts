import { open } from "node:fs/promises";

/** Makes new names in a folder durable. Windows can't open folders, and doesn't need this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
