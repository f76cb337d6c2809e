import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { openStorage, type StorageSettings } from "#server/files/files.ts";
import type { FileStorage } from "#server/files/storage.ts";
import { imageFileNames, imageFiles } from "#server/images/names.ts";
import { createLog } from "#server/log.ts"; // optional: bucket
import type { Entry } from "./entry.ts";
import { readRows } from "./tables.ts";

type ImageEntry = Entry & { kind: "files" };

/** In about so many characters, all files of an image are one entry. */
const maxEntryLength = 8 * 1024 * 1024;

/** Where a backup reads images. */
export type ImageSource = {
  storage: Pick<FileStorage, "read">;
  /** Called with the name of each file of an image in use that the storage doesn't have. */
  onMissing: (name: string) => void;
};

/** Opens the storage of images in the settings. @throws StartError if it rejects them */
export async function openImages(config: StorageSettings): Promise<FileStorage> {
  const open = await openStorage(
    config,
    createLog({ level: "warn" }), // optional: bucket
  );
  return await open(imageFiles);
}

export async function* readImages(
  client: pg.ClientBase,
  { storage, onMissing }: ImageSource,
): AsyncGenerator<ImageEntry> {
  const images = readRows(
    client,
    `SELECT json_build_object('id', id, 'widths', widths, 'isUsed', unused_since IS NULL)::text FROM image ORDER BY id`,
  );
  for await (const row of images) {
    const image = JSON.parse(row) as { id: string; widths: number[]; isUsed: boolean };
    const found = await Promise.all(
      imageFileNames(image).map(async (name) => {
        const file = await storage.read(name);
        // Unused images are deleted at any time.
        if (!file && image.isUsed) onMissing(name);
        if (!file) return undefined;
        const bytes = await buffer(file.body);
        return { name, sha256: sha256(bytes), content: bytes.toString("base64") };
      }),
    );
    let files: ImageEntry["files"] = [];
    let length = 0;
    for (const file of found.filter((each) => each !== undefined)) {
      if (length > maxEntryLength) {
        yield { kind: "files", files };
        files = [];
        length = 0;
      }
      files.push(file);
      length += file.content.length;
    }
    yield { kind: "files", files };
  }
}

/** Whether the files are as they were read, and those of images. */
export function areIntact({ files }: ImageEntry): boolean {
  return files.every(
    ({ name, content, sha256: hash }) =>
      imageFiles.contentTypeOf(name) && sha256(Buffer.from(content, "base64")) === hash,
  );
}

/** Stores the files that the storage doesn't have yet. Files of images never change, so it replaces none. */
export async function storeFiles(
  storage: Pick<FileStorage, "put" | "read">,
  { files }: ImageEntry,
): Promise<void> {
  await Promise.all(
    files.map(async ({ name, content }) => {
      const existing = await storage.read(name);
      if (existing) await existing.body.cancel();
      else await storage.put(name, Buffer.from(content, "base64"));
    }),
  );
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
