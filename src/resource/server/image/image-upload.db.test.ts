import { ORPCError } from "@orpc/server";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#rpc/context.ts";
import { handleAsOperation } from "#rpc/handle-as-operation.server.ts";
import { createStoreImage, type StoreImage } from "#server/images/store-image.ts";
import { imageFileNames, imageFiles } from "#server/images/names.ts";
import type { Services } from "#server/services.ts";
import type { FileStorage } from "#server/files/storage.ts";
import { images } from "#server/images/table.ts";
import { listNames, temporaryStorage } from "#server/files/testing.ts";
import { contextFor, createCaller } from "../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import type { StoredImage } from "../../image-schema.ts";
import { imageUpload } from "./image-upload.ts";

const handleUpload = imageUpload({
  permissions: [{ user: ["create"] }, { user: ["update"] }],
  widths: [96, 192, 384, 800],
  aspectRatio: 5 / 8,
});

let database: TestDatabase;
let storage: FileStorage & { folder: string };
let storeImage: StoreImage;
let admin: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await createCaller(database, "admin");
});
afterAll(() => database.drop());
beforeEach(async () => {
  storage = await temporaryStorage(imageFiles);
  storeImage = createStoreImage({ database, storage });
});

type Upload = {
  body?: BodyInit;
  query?: string;
  caller?: Caller | null;
  store?: StoreImage;
  signal?: AbortSignal;
};

async function upload({ body = "", query = "", caller = admin, store = storeImage, signal }: Upload) {
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half", signal };
  const request = new Request(`http://localhost/api/images${query}`, init);
  const context = contextFor(database, caller);
  const handle = handleAsOperation((given, context) => handleUpload(given, context, { images: { store } }));
  const response = await handle({
    request,
    context: {
      operationContext: () => Promise.resolve(context),
      requestId: context.requestId,
      services: { log: context.log } as Services,
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text ? (JSON.parse(text) as unknown) : undefined,
  };
}

/** A PNG with stripes of 10 pixels: red, green, blue, red and so on. */
async function stripes(width = 100, height = 60): Promise<Uint8Array<ArrayBuffer>> {
  const colors = ["#d00", "#0a0", "#00d"];
  const count = Math.ceil(width / 10);
  const stripe = (index: number) => ({
    input: { create: { width: 10, height, channels: 3 as const, background: colors[index % 3] ?? "" } },
    left: index * 10,
    top: 0,
  });
  const png = await sharp({ create: { width: count * 10, height, channels: 3, background: "#000" } })
    .composite(Array.from({ length: count }, (_, index) => stripe(index)))
    .extract({ left: 0, top: 0, width, height })
    .png()
    .toBuffer();
  return new Uint8Array(png);
}

/** The colors of `stripes` at five points of a part. */
function expectedColors(start: number, width: number): string {
  return fifths.map((part) => "rgb"[Math.floor((start + part * width) / 10) % 3]).join("");
}

const fifths = [0.1, 0.3, 0.5, 0.7, 0.9];

/** The colors of a stored image at five points of its middle row. */
async function colorsOf({ id, widths }: StoredImage): Promise<string> {
  const name = imageFileNames({ id, widths }).at(-1) ?? "";
  const stored = await storage.read(name);
  const { data, info } = await sharp(Buffer.from(await new Response(stored?.body).arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return fifths
    .map((part) => {
      const start =
        (Math.floor(info.height / 2) * info.width + Math.floor(part * info.width)) * info.channels;
      const [red = 0, green = 0, blue = 0] = data.subarray(start, start + 3);
      const most = Math.max(red, green, blue);
      return most === red ? "r" : most === green ? "g" : "b";
    })
    .join("");
}

async function uploaded(o: Upload): Promise<StoredImage> {
  const { status, body } = await upload(o);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as StoredImage;
}

describe("an image", () => {
  test("is stored in several widths in the aspect ratio, and returned", async () => {
    const image = await uploaded({ body: await stripes(1_000, 1_600) });
    expect(image).toEqual({
      id: expect.stringMatching(/^[\da-f]{40}$/),
      width: 1_000,
      height: 1_600,
      widths: [96, 192, 384, 800],
    });
    expect(await listNames(storage)).toEqual(imageFileNames(image).sort());
  });

  test("is the requested part", async () => {
    const body = await stripes();
    const image = await uploaded({ body, query: "?x=60&y=10&width=30&height=48" });
    expect(image).toMatchObject({ width: 30, height: 48, widths: [30] });
    expect(await colorsOf(image)).toBe(expectedColors(60, 30));
  });

  test("without a requested part is the center", async () => {
    const image = await uploaded({ body: await stripes(100, 48) });
    expect(image).toMatchObject({ width: 30, height: 48 });
    expect(await colorsOf(image)).toBe(expectedColors(35, 30));
  });

  test.each([
    ["reaches beyond the picture", "?x=80&y=0&width=90&height=300"],
    ["lies beyond it", "?x=9000&y=9000&width=1&height=1"],
    ["is empty", "?x=0&y=0&width=0&height=0"],
    ["is as large as can be", "?x=0&y=0&width=99999&height=99999"],
    ["has another shape", "?x=10&y=10&width=80&height=10"],
  ])("whose part %s is clamped to the image and to the aspect ratio", async (_, query) => {
    const { width, height } = await uploaded({ body: await stripes(), query });
    expect(width).toBeLessThanOrEqual(38);
    expect(height).toBeLessThanOrEqual(60);
    if (height > 10) expect(width / height).toBeCloseTo(5 / 8, 1);
  });
});

/** A body that records whether it was read. */
function watchedBody() {
  let isRead = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        isRead = true;
        controller.enqueue(new Uint8Array(1024));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isRead: () => isRead };
}

describe("the body of a rejected upload isn't read", () => {
  test("if no one is signed in", async () => {
    const { body, isRead } = watchedBody();
    const response = await upload({ body, caller: null });
    expect(response).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
    expect(isRead()).toBe(false);
  });

  test("if the user may do none of what needs images", async () => {
    const { body, isRead } = watchedBody();
    const response = await upload({ body, caller: await createCaller(database, "user") });
    expect(response).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(isRead()).toBe(false);
  });

  test.each([
    "?x=1",
    "?x=1&y=1&width=1",
    "?x=-1&y=0&width=5&height=8",
    "?x=1e3&y=0&width=5&height=8",
    "?z=1",
  ])("if the part is %s", async (query) => {
    const { body, isRead } = watchedBody();
    expect(await upload({ body, query })).toMatchObject({ status: 400, body: { code: "BAD_CROP" } });
    expect(isRead()).toBe(false);
  });

  test("after 60 uploads in ten minutes by the same user", async () => {
    const busy = await createCaller(database, "admin");
    for (let count = 0; count < 60; count += 1) {
      expect((await upload({ caller: busy, body: "no image" })).status).toBe(415);
    }
    const { body, isRead } = watchedBody();
    const response = await upload({ caller: busy, body });
    expect(response).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(isRead()).toBe(false);
    expect((await upload({ body: "no image" })).status).toBe(415);
  });
});

test.each([
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415, "NOT_AN_IMAGE"],
  ["HTML", "<!doctype html><script>alert(1)</script>", 415, "NOT_AN_IMAGE"],
  ["nothing", "", 415, "NOT_AN_IMAGE"],
  [
    "a PNG's beginning with HTML behind it",
    "\x89PNG\r\n\x1a\n<script>alert(1)</script>",
    422,
    "IMAGE_UNREADABLE",
  ],
  ["a byte more than 10 MB", new Uint8Array(10 * 1024 * 1024 + 1), 413, "FILE_TOO_LARGE"],
] as const)("%s is rejected with the reason, and nothing is stored", async (_, content, status, code) => {
  const body = typeof content === "string" ? Buffer.from(content, "latin1") : content;
  const before = await database.sql.$count(images);
  expect(await upload({ body })).toMatchObject({ status, body: { code, message: expect.any(String) } });
  expect(await listNames(storage)).toEqual([]);
  expect(await database.sql.$count(images)).toBe(before);
});

test("a storage failure is an internal error with a reference and without the cause", async () => {
  const store: StoreImage = () => Promise.reject(new Error("the storage is away"));
  const response = await upload({ store });
  expect(response).toMatchObject({ status: 500, body: { data: { reference: "test" } } });
  expect(JSON.stringify(response.body)).not.toContain("storage");
});

test.each([
  ["banned", 401, `update "user" set banned = true where id = $1`],
  ["signed out", 401, "delete from session where user_id = $1"],
  ["demoted", 403, `update "user" set role = 'user' where id = $1`],
])("of a user who is %s during the upload, nothing is stored", async (_, status, statement) => {
  const caller = await createCaller(database, "admin");
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const uploading = upload({ body: readable, caller });
  const writer = writable.getWriter();
  const bytes = await stripes();
  // The permission has been checked once the body is read.
  await writer.write(bytes.subarray(0, 10));
  await database.pool.query(statement, [caller.user.id]);
  await writer.write(bytes.subarray(10));
  await writer.close();
  const before = await database.sql.$count(images);
  expect((await uploading).status).toBe(status);
  expect(await listNames(storage)).toEqual([]);
  expect(await database.sql.$count(images)).toBe(before);
});

test("an upload whose session ends while it arrives or is encoded gets that error, whatever failed therefore", async () => {
  const session = new AbortController();
  const store: StoreImage = () => {
    session.abort(new ORPCError("UNAUTHORIZED"));
    return Promise.reject(new DOMException("The operation was aborted", "AbortError"));
  };
  const response = await upload({ store, signal: session.signal });
  expect(response).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
});

test("a client that disconnects during the upload gets an empty response", async () => {
  const client = new AbortController();
  const store: StoreImage = (_, { signal }) => {
    client.abort();
    return Promise.reject(signal?.reason as Error);
  };
  expect(await upload({ store, signal: client.signal })).toMatchObject({ status: 204, body: undefined });
});
