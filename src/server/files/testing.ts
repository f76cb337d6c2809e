import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { openFolder } from "./folder-storage.ts";
import type { FileKind, FileStorage } from "./storage.ts";

const contentTypes: Readonly<Record<string, string>> = { bin: "application/octet-stream", png: "image/png" };

/** A kind of files that only tests have: of eight letters, for example "aaaaaaaa.bin". */
export const testFiles: FileKind = {
  folder: "examples",
  contentTypeOf(name) {
    const [, extension] = /^[a-z]{8}\.(bin|png)$/.exec(name) ?? [];
    return extension && contentTypes[extension];
  },
};

/** A new folder, deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "app-files-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Storage in a new folder. */
export async function temporaryStorage(kind: FileKind): Promise<FileStorage & { folder: string }> {
  const folder = await temporaryFolder();
  return { folder, ...(await openFolder(folder, kind)) };
}

/** The names of the stored files, sorted. */
export async function listNames({ folder }: { folder: string }): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** A stored file as text. */
export async function contentOf(storage: FileStorage, name: string): Promise<string | undefined> {
  const file = await storage.read(name);
  return file && (await buffer(file.body)).toString();
}
