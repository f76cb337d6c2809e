import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { recordStatements } from "../../../testing/statements.ts";
import { createStoreImage, type StoreImage } from "./store-image.ts";
import { imageFileNames, imageFiles } from "./names.ts";
import type { FileStorage } from "#server/files/storage.ts";
import { listNames, temporaryStorage } from "#server/files/testing.ts";
import { type Image, listUnusedImages } from "./store.ts";
import { deleteUnusedImages } from "./cleanup.ts";
import { images } from "./table.ts";
import { createPosterTable, testImageId } from "./testing.ts";
import { maxImageBytes } from "./store-image.ts";

let database: TestDatabase;
let storage: FileStorage & { folder: string };
let storeImage: StoreImage;

beforeAll(async () => {
  database = await createTestDatabase();
  await createPosterTable(database);
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.pool.query("DELETE FROM poster");
  await database.sql.delete(images);
  storage = await temporaryStorage(imageFiles);
  storeImage = createStoreImage({ database, storage });
  logged.length = 0;
});

const logged: [level: string, about: Record<string, unknown>][] = [];
const log = {
  info: (about: object) => void logged.push(["info", { ...about }]),
  warn: (about: object) => void logged.push(["warn", { ...about }]),
};

const day = 24 * 60 * 60;
const widths = [40, 80];
const cleanUp = () => deleteUnusedImages({ database, storage, log }, { unusedForSeconds: 2 * day });
const put = (name: string, id: string | null) =>
  database.pool.query(
    "INSERT INTO poster VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET picture_id = excluded.picture_id",
    [name, id],
  );

/** Uploads an image with a color of its own. */
async function upload(red = 200): Promise<Image> {
  const outcome = await storeImage(await imageBody(red), { widths });
  if (!outcome.image) throw new Error(outcome.error.code);
  return outcome.image;
}

async function imageBody(red: number): Promise<ReadableStream<Uint8Array>> {
  const background = { r: red, g: 0, b: 0 };
  const png = await sharp({ create: { width: 100, height: 150, channels: 3, background } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(png)]).stream();
}

/** Lets time pass for all images. */
async function pass(days: number): Promise<void> {
  await database.sql.execute(sql`
    update image set unused_since = unused_since - make_interval(secs => ${days * day})`);
}

const knownIds = async () => (await database.sql.select({ id: images.id }).from(images)).map(({ id }) => id);

describe("an upload", () => {
  test("is in the database and in storage when it returns", async () => {
    const image = await upload();
    expect(image).toMatchObject({ width: 100, height: 150, widths });
    expect(await knownIds()).toEqual([image.id]);
    expect(await listNames(storage)).toEqual(imageFileNames(image).sort());
  });

  test("of the same image again returns the same id, also concurrently", async () => {
    const all = await Promise.all([upload(), upload(), upload()]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await knownIds()).toHaveLength(1);
  });

  test.each([
    ["without a body", null, "NOT_AN_IMAGE"],
    ["of text", new Blob(["a book"]).stream(), "NOT_AN_IMAGE"],
    ["of one byte more than 10 MB", new Blob([new Uint8Array(maxImageBytes + 1)]).stream(), "FILE_TOO_LARGE"],
    ["of 10 MB that are not an image", new Blob([new Uint8Array(maxImageBytes)]).stream(), "NOT_AN_IMAGE"],
  ])("%s is rejected with a reason, and not stored", async (_, body, code) => {
    const { error } = await storeImage(body, { widths });
    expect(error).toMatchObject({ code, status: expect.any(Number), message: expect.any(String) });
    expect(await knownIds()).toEqual([]);
    expect(await listNames(storage)).toEqual([]);
  });

  test("that never ends is read up to the limit", async () => {
    let given = 0;
    let isCanceled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1024 * 1024;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
      cancel: () => void (isCanceled = true),
    });
    expect((await storeImage(body, { widths })).error?.code).toBe("FILE_TOO_LARGE");
    expect(given).toBeLessThanOrEqual(maxImageBytes + 2 * 1024 * 1024);
    expect(isCanceled).toBe(true);
  });

  test("that is aborted ends, and the next one starts", async () => {
    const leaving = new AbortController();
    const failing = storeImage(await imageBody(1), { widths, signal: leaving.signal });
    leaving.abort();
    await expect(failing).rejects.toThrow("aborted");
    expect(await upload()).toBeDefined();
  });

  test("that storage rejects fails, and is deleted in the end", async () => {
    let first: Promise<void> | undefined;
    const full: Pick<FileStorage, "put"> = {
      put: async (name, bytes) => {
        if (!first) return await (first = storage.put(name, bytes));
        await first;
        throw new Error("no space");
      },
    };
    const keep = createStoreImage({ database, storage: full });
    await expect(keep(await imageBody(5), { widths: [80] })).rejects.toThrow("no space");
    expect(await listNames(storage)).toHaveLength(1);
    await pass(3);
    await cleanUp();
    expect(await knownIds()).toEqual([]);
    expect(await listNames(storage)).toEqual([]);
  });

  test("is stored while others are still arriving", async () => {
    const arriving = Array.from({ length: 20 }, () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      return { stored: storeImage(readable, { widths }), writer: writable.getWriter() };
    });
    expect(await upload()).toBeDefined();
    for (const { writer } of arriving) await writer.close();
    for (const { stored } of arriving) expect((await stored).error?.code).toBe("NOT_AN_IMAGE");
  });
});

describe("the cleanup", () => {
  test("deletes old unused images with all of their files", async () => {
    const old = await upload(10);
    await pass(3);
    const young = await upload(20);
    await cleanUp();
    expect(await knownIds()).toEqual([young.id]);
    expect(await listNames(storage)).toEqual(imageFileNames(young).sort());
    expect(await storage.read(imageFileNames(old)[0] ?? "")).toBeUndefined();
  });

  test("keeps used images, however old", async () => {
    const { id } = await upload();
    await put("a", id);
    await pass(1_000);
    await cleanUp();
    expect(await knownIds()).toEqual([id]);
  });

  test("deletes images that were replaced, removed, or deleted with their row", async () => {
    const [first, second, third, fourth] = [
      await upload(1),
      await upload(2),
      await upload(3),
      await upload(4),
    ];
    await put("a", first.id);
    await put("b", second.id);
    await put("c", third.id);
    await put("a", fourth.id);
    await put("b", null);
    await database.pool.query("DELETE FROM poster WHERE name = 'c'");
    await cleanUp();
    expect(await knownIds()).toHaveLength(4);
    await pass(3);
    await cleanUp();
    expect(await knownIds()).toEqual([fourth.id]);
  });

  test("keeps an image while another row references it, and deletes it afterwards", async () => {
    const { id } = await upload();
    await put("a", id);
    await put("b", id);
    await put("a", null);
    await pass(3);
    await cleanUp();
    expect(await knownIds()).toEqual([id]);
    expect(await database.sql.select().from(images)).toMatchObject([{ unusedSince: null }]);
    expect(logged).toEqual([]);
    await put("b", null);
    await pass(3);
    await cleanUp();
    expect(await knownIds()).toEqual([]);
  });

  test("a rolled back transaction changes nothing", async () => {
    const { id } = await upload();
    await put("a", id);
    const undone = database.sql.transaction(async (transaction) => {
      await transaction.execute(sql`delete from poster`);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await pass(3);
    await cleanUp();
    expect(await knownIds()).toEqual([id]);
  });

  test("an image that can't be deleted keeps its row, and doesn't affect the others", async () => {
    const [bad, good] = [await upload(1), await upload(2)];
    await pass(3);
    const failing: FileStorage = {
      ...storage,
      remove: async (names) => {
        if (names.some((name) => name.startsWith(bad.id))) throw new Error("stuck");
        await storage.remove(names);
      },
    };
    await deleteUnusedImages({ database, storage: failing, log }, { unusedForSeconds: 2 * day });
    expect(await knownIds()).toEqual([bad.id]);
    expect(logged).toContainEqual(["warn", expect.objectContaining({ image: bad.id })]);
    expect(await storage.read(imageFileNames(good)[0] ?? "")).toBeUndefined();
    await cleanUp();
    expect(await knownIds()).toEqual([]);
  });

  test("several instances delete each image once", async () => {
    for (let red = 1; red <= 10; red++) await upload(red);
    await pass(3);
    await Promise.all([cleanUp(), cleanUp(), cleanUp()]);
    await cleanUp();
    expect(await knownIds()).toEqual([]);
    expect(logged.filter(([level]) => level === "warn")).toEqual([]);
    const removed = logged.map(([, { images: count }]) => Number(count));
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(10);
  });

  test("an image that is uploaded again while it is deleted is complete afterwards", async () => {
    const image = await upload();
    await pass(3);
    const removing = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow: FileStorage = {
      ...storage,
      remove: async (names) => {
        removing.resolve();
        await goOn.promise;
        await storage.remove(names);
      },
    };
    const cleaning = deleteUnusedImages({ database, storage: slow, log }, { unusedForSeconds: 2 * day });
    await removing.promise;
    const again = upload();
    goOn.resolve();
    await cleaning;
    expect((await again).id).toBe(image.id);
    expect(await knownIds()).toEqual([image.id]);
    expect(await listNames(storage)).toEqual(imageFileNames(image).sort());
  });

  test("ends when it is aborted", async () => {
    await upload();
    await pass(3);
    await deleteUnusedImages(
      { database, storage, log, signal: AbortSignal.abort() },
      { unusedForSeconds: 2 * day },
    );
    expect(await knownIds()).toHaveLength(1);
  });

  test("finds unused images by an index", async () => {
    await database.pool.query(`
      INSERT INTO image (id, width, height, widths, unused_since)
      SELECT lpad(i::text, 40, '0'), 40, 40, '{40}', CASE WHEN i % 100 = 0 THEN now() - i * interval '1 minute' END
      FROM generate_series(1, 20000) AS i;
      ANALYZE image`);
    const statements = recordStatements(database);
    const [statement] = await statements.during(() =>
      listUnusedImages(database.sql, { unusedForSeconds: 2 * day, except: [], limit: 100 }),
    );
    if (!statement) throw new Error("No statement was sent");
    const plan = await statements.plan(statement);
    expect(plan.indexes).toEqual(["image_unused"]);
  });
});

describe("a row", () => {
  const gone = { code: "23503", constraint: "poster_picture_id_image_id_fk" };

  test("can reference an upload within a day, but not one that may be deleted", async () => {
    const { id } = await upload();
    await pass(0.9);
    await put("a", id);
    await put("a", null);
    await pass(1.1);
    await expect(put("b", id)).rejects.toMatchObject(gone);
    expect((await upload()).id).toBe(id);
    await put("b", id);
  });

  test("can't reference an image that was never uploaded", async () => {
    await expect(put("a", testImageId("a"))).rejects.toMatchObject(gone);
  });

  test("keeps its image when it is updated, however much later", async () => {
    const { id } = await upload();
    await put("a", id);
    await pass(3);
    await put("a", id);
    await database.pool.query("UPDATE poster SET name = 'z'");
    await cleanUp();
    expect(await knownIds()).toEqual([id]);
  });

  test("prevents the deletion of its image", async () => {
    const { id } = await upload();
    await put("a", id);
    await expect(database.pool.query("DELETE FROM image WHERE id = $1", [id])).rejects.toThrow(
      "poster_picture_id_image_id_fk",
    );
  });
});
