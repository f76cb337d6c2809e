import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { contentOf, listNames, temporaryStorage } from "#server/files/testing.ts";
import { imageFileNames, imageFiles } from "#server/images/names.ts";
import { createStoreImage } from "#server/images/store-image.ts";
import { backUp } from "./back-up.ts";
import type { Entry } from "./entry.ts";
import { newFile, start, writeEntries } from "./fixtures/archives.ts";
import { createPlace, createProduct, readAll, restoreTo } from "./testing.ts";

const passphrase = "correct horse battery staple";
const secret = "s".repeat(43);

type Storage = Awaited<ReturnType<typeof temporaryStorage>>;

/** Stores an image that counts as used. */
async function addImage(database: Database, storage: Storage, background: string) {
  const png = await sharp({ create: { width: 100, height: 150, channels: 3, background } })
    .png()
    .toBuffer();
  const body = new Blob([new Uint8Array(png)]).stream();
  await createStoreImage({ database, storage })(body, { widths: [40, 80] });
  await database.pool.query("UPDATE image SET unused_since = NULL");
}

/** A product with an image. */
async function createWithImage(): Promise<{ database: Database; storage: Storage }> {
  const database = await createProduct();
  const storage = await temporaryStorage(imageFiles);
  await addImage(database, storage, "#103050");
  return { database, storage };
}

test("the images that were there when a backup began are restored, after everything was lost", async () => {
  const { database, storage } = await createWithImage();
  const before = await readAll(database);
  const names = await listNames(storage);
  const files = names.map((name) => readFileSync(join(storage.folder, name.slice(0, 2), name)));
  const file = await newFile();

  let isRead = false;
  const read: Storage["read"] = async (name) => {
    // People write while the backup is made.
    if (!isRead) {
      isRead = true;
      await database.pool.query(`DELETE FROM session; UPDATE "user" SET name = name || '!'`);
      await addImage(database, storage, "#703050");
    }
    return storage.read(name);
  };
  expect(await backUp({ database, images: { read } }, { path: file })).toEqual({
    file,
    contents: expect.stringMatching(/^\d{4,} rows of \d\d tables, 4 files, no secret$/) as string,
    missing: [],
  });

  await database.pool.query("DROP SCHEMA public CASCADE");
  for (const name of readdirSync(storage.folder)) await rm(join(storage.folder, name), { recursive: true });
  const images = await temporaryStorage(imageFiles);
  const place = { ...(await createPlace()), images };
  expect(await restoreTo(place, { file })).toEqual([]);
  expect(await readAll(place.database)).toEqual(before);
  expect(await listNames(images)).toEqual(names);
  expect(names.map((name) => readFileSync(join(images.folder, name.slice(0, 2), name)))).toEqual(files);
});

test("a database that isn't empty gets no images", async () => {
  const { database, storage } = await createWithImage();
  const file = await newFile();
  await backUp({ database, images: storage }, { path: file });
  const images = await temporaryStorage(imageFiles);
  await expect(restoreTo({ database, images }, { file })).rejects.toThrow(/The database isn't empty/);
  expect(await listNames(images)).toEqual([]);
});

test("a restore stores images once the database is committed, can be completed, and replaces no file", async () => {
  const names = imageFileNames({ id: "0".repeat(40), widths: [40] });
  const files: Entry = {
    kind: "files",
    files: names.map((name) => ({
      name,
      sha256: createHash("sha256").update(name).digest("hex"),
      content: Buffer.from(name).toString("base64"),
    })),
  };
  const end: Entry = { kind: "end" };
  const images = await temporaryStorage(imageFiles);
  const place = { ...(await createPlace()), images };
  const rejected: Entry = { kind: "sequence", name: "applied_migrations", lastValue: "1", isCalled: true };
  const wrong = await writeEntries([start, files, rejected, end]);
  await expect(restoreTo(place, { file: wrong })).rejects.toThrow(/don't fit their tables/);
  expect(await listNames(images)).toEqual([]);

  const file = await writeEntries([start, { kind: "secret", secret }, files, end], passphrase);
  const put = () => Promise.reject(new Error("The storage is away"));
  await expect(restoreTo({ ...place, images: { ...images, put } }, { file, passphrase })).rejects.toThrow(
    /is restored, but not all of the rest \(The storage is away\)/,
  );
  expect(existsSync(place.secretPath)).toBe(false);

  const [name = ""] = names;
  await images.put(name, Buffer.from("of another product"));
  await restoreTo(place, { file, passphrase });
  expect(await listNames(images)).toEqual(names.sort());
  expect(await contentOf(images, name)).toBe("of another product");
  expect(existsSync(place.secretPath)).toBe(true);
});

test("missing files of images are named, and that backup is not the last good one", async () => {
  const { database, storage } = await createWithImage();
  const [name = ""] = await listNames(storage);
  await storage.remove([name]);
  const { missing } = await backUp({ database, images: storage }, { path: await newFile() });
  expect(missing).toEqual([name]);
  expect((await database.pool.query("SELECT FROM last_backup")).rows).toEqual([]);
});

test("a backup whose images can't be read fails, and leaves no file", async () => {
  const { database } = await createWithImage();
  const file = await newFile();
  const read = () => Promise.reject(new Error("The storage is away"));
  await expect(backUp({ database, images: { read } }, { path: file })).rejects.toThrow("The storage is away");
  expect(readdirSync(dirname(file))).toEqual([]);
});
