import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { listFiles } from "#server/http/static-files.ts";
import { contentTypeOfName, type FileKind, type FileStorage } from "./storage.ts";
import { syncFolder } from "./sync-folder.ts";

/** An older temporary file belongs to a process that died. */
const maxTemporaryAgeMs = 60 * 60 * 1000;

/**
 * Storage in a folder that only this account can access. Files are in subfolders (`ab/abcd….avif`). They are written to
 * `drafts` and renamed when they are complete and on the disk.
 */
export async function openFolder(folder: string, kind: FileKind): Promise<FileStorage> {
  const drafts = join(folder, "drafts");
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  await removeOldDrafts(drafts);

  return {
    async put(name, bytes) {
      contentTypeOfName(kind, name);
      const path = pathOf(name);
      const draft = join(drafts, randomUUID());
      try {
        await writeFile(draft, bytes, { flag: "wx", mode: 0o600, flush: true });
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      // The process that created the folder may have died before it was on the disk.
      await Promise.all([syncFolder(dirname(path)), syncFolder(folder)]);
    },

    async read(name) {
      if (!kind.contentTypeOf(name)) return undefined;
      const file = await open(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      });
      if (!file) return undefined;
      const { size } = await file.stat();
      return { body: Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>, size };
    },

    async check() {
      const draft = join(drafts, randomUUID());
      try {
        await writeFile(draft, Buffer.alloc(4096), { flag: "wx", mode: 0o600 });
      } finally {
        await rm(draft, { force: true });
      }
    },

    async remove(names) {
      for (const name of names) contentTypeOfName(kind, name);
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })));
    },

    async list() {
      const files = new Map<string, number>();
      for (const { file } of await listFiles(folder)) {
        const name = basename(file);
        // Another instance may be deleting it.
        const stats = kind.contentTypeOf(name) && (await stat(file).catch(() => undefined));
        if (stats) files.set(name, stats.mtimeMs);
      }
      return files;
    },
  };
}

async function removeOldDrafts(drafts: string): Promise<void> {
  const now = await fileSystemTime(drafts);
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && now - stats.mtimeMs > maxTemporaryAgeMs) await rm(path, { force: true });
  }
}

/** By the clock that sets the times of files, which may be another machine's. */
async function fileSystemTime(folder: string): Promise<number> {
  const path = join(folder, randomUUID());
  try {
    await writeFile(path, "", { flag: "wx", mode: 0o600 });
    return (await stat(path)).mtimeMs;
  } finally {
    await rm(path, { force: true });
  }
}
