import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "#server/files/testing.ts";
import { type Entry, format, readArchive, type Row, writeArchive } from "./archive.ts";
import { checkArchive } from "./check.ts";

const passphrase = "correct horse battery staple";
/** Of an encrypted file. */
const headerBytes = 36;
const chunkBytes = 65_552;

const rows = Array.from({ length: 4_000 }, (_, number) =>
  JSON.stringify([`${number}`, null, `été 書\u2028\\n`, randomBytes(60).toString("base64")]),
);
const entries: (Entry | Row)[] = [
  { kind: "start", format, createdAt: "2026-01-01T00:00:00.000Z", migrations: [] },
  {
    kind: "table",
    name: "book",
    columns: ["id", "subtitle", "title", "publisher"],
    content: { rows: `${rows.length}`, checksum: "1" },
  },
  ...rows,
  { kind: "end" },
];

async function writeEntries(given: (Entry | Row)[], passphrase?: string): Promise<string> {
  const path = join(await temporaryFolder(), "today.backup");
  await writeArchive(path, toAsync(given), passphrase);
  return path;
}

async function* toAsync<Value>(values: Value[]) {
  yield* values;
}

/** Writes some bytes in place of an archive. */
async function write(bytes: Buffer | string): Promise<string> {
  const path = join(await temporaryFolder(), "today.backup");
  writeFileSync(path, bytes);
  return path;
}

test.each([undefined, passphrase])(
  "an archive is read as it was written, with the passphrase %s",
  async (given) => {
    const path = await writeEntries(entries, given);
    const read: (Entry | Row)[] = [];
    for await (const entry of readArchive(path, given)) read.push(entry);
    expect(read).toEqual(entries);
    expect(await checkArchive(path, given)).toMatchObject({ tables: 1, rows: rows.length });
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  },
);

test("without a passphrase, gzip and any reader of JSON can read it; with one, nothing can", async () => {
  const text = gunzipSync(readFileSync(await writeEntries(entries))).toString();
  expect(text.split("\n")[2]).toBe(rows[0]);
  const encrypted = readFileSync(await writeEntries(entries, passphrase));
  expect(() => gunzipSync(encrypted.subarray(headerBytes))).toThrow("incorrect header check");
});

test("another passphrase, a missing one, a missing file, and another file are reported", async () => {
  const path = await writeEntries(entries, passphrase);
  await expect(checkArchive(path, "another passphrase")).rejects.toThrow(
    /BACKUP_PASSPHRASE is not its passphrase/,
  );
  await expect(checkArchive(path)).rejects.toThrow(/is encrypted: set BACKUP_PASSPHRASE/);
  await expect(checkArchive(`${path}.no`)).rejects.toThrow(/There is no file/);
  for (const text of ["", "x", "a photo, for example"])
    await expect(checkArchive(await write(text))).rejects.toThrow(/is not a backup/);
});

test.each([undefined, passphrase])("damage anywhere is reported, with the passphrase %s", async (given) => {
  const whole = readFileSync(await writeEntries(entries, given));
  expect(whole.length).toBeGreaterThan(headerBytes + 3 * chunkBytes);
  const startOf = (index: number) => headerBytes + index * chunkBytes;
  const chunk = (index: number) => whole.subarray(startOf(index), startOf(index + 1));
  const afterChunks = whole.subarray(startOf(2));
  const header = whole.subarray(0, headerBytes);
  const flipped = [40, Math.floor(whole.length / 2), whole.length - 5].map((position): [string, Buffer] => {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position);
    return [`a bit at ${position}`, bytes];
  });
  for (const [damage, bytes] of [
    ...flipped,
    ["the last byte is missing", whole.subarray(0, -1)],
    ["cut off between chunks", whole.subarray(0, startOf(1))],
    ["a chunk is missing", Buffer.concat([header, chunk(0), afterChunks])],
    ["chunks are swapped", Buffer.concat([header, chunk(1), chunk(0), afterChunks])],
    ["only the header is left", header],
  ] as const)
    await expect(checkArchive(await write(bytes), given), damage).rejects.toThrow(/damaged/);
});

test("an archive without its end, or without one of its rows, is damaged", async () => {
  await expect(checkArchive(await writeEntries(entries.slice(0, -1)))).rejects.toThrow(/damaged/);
  await expect(checkArchive(await writeEntries(entries.toSpliced(2, 1)))).rejects.toThrow(/damaged/);
  const text = entries.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry))).join("\n");
  await expect(checkArchive(await write(gzipSync(text)))).rejects.toThrow(/damaged/);
});

// optional: images
test("a file that differs from its hash is reported", async () => {
  const file = { name: "a.webp", sha256: "0".repeat(64), content: "AAAA" };
  const changed: Entry = { kind: "files", files: [file] };
  const damaged = await writeEntries([entries[0] ?? "", changed, { kind: "end" }]);
  await expect(checkArchive(damaged)).rejects.toThrow(/damaged/);
});
// end: images

test("an archive of a later format is reported", async () => {
  const [start = "", ...rest] = entries;
  const later = { ...(start as Entry & { kind: "start" }), format: format + 1 };
  await expect(checkArchive(await writeEntries([later, ...rest]))).rejects.toThrow(/made by a newer version/);
});
