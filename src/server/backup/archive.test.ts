import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { maxLineLength, readArchive } from "./archive.ts";
import { checkArchive } from "./check.ts";
import { type Entry, format, type Row } from "./entry.ts";
import { newFile, start, writeEntries } from "./fixtures/archives.ts";

const passphrase = "correct horse battery staple";
/** Of an encrypted file. */
const headerBytes = 36;
const chunkBytes = 65_552;

const rows = Array.from({ length: 4_000 }, (_, number) =>
  JSON.stringify([`${number}`, null, `été 書\u2028\\n`, randomBytes(60).toString("base64")]),
);
const entries: (Entry | Row)[] = [
  start,
  {
    kind: "table",
    name: "book",
    columns: ["id", "subtitle", "title", "publisher"],
    content: { rows: `${rows.length}`, checksum: "1" },
  },
  ...rows,
  { kind: "end" },
];

/** Writes some bytes in place of an archive. */
async function write(bytes: Buffer | string): Promise<string> {
  const path = await newFile();
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
  mkdirSync(`${path}.folder`);
  await expect(checkArchive(`${path}.folder`)).rejects.toThrow(/can't be read \(EISDIR\)/);
});

test("secrets come from encrypted archives only, and where a passphrase is set, so does everything", async () => {
  const rest = entries.slice(1);
  const secret: Entry = { kind: "secret", secret: "s".repeat(43) };
  const withSecret = [start, secret, ...rest];
  const encrypted = await writeEntries(withSecret, passphrase);
  expect(await checkArchive(encrypted, passphrase)).toMatchObject({ secret: secret.secret });
  await expect(checkArchive(await writeEntries(withSecret))).rejects.toThrow(
    /contains a secret, but isn't encrypted/,
  );
  await expect(checkArchive(await writeEntries(entries), passphrase)).rejects.toThrow(
    /isn't encrypted, so anyone could have changed it/,
  );
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

test("lines that no backup has are damage", async () => {
  const table = { kind: "table", name: "book", columns: ["id"], content: { rows: "0", checksum: "0" } };
  const lines = [
    ...[
      "null",
      "1",
      '"text"',
      "true",
      "{}",
      "",
      "[]",
      '["a row of no table"]',
      "{",
      "\u0000",
      '{"kind":"else"}',
    ],
    ...[
      { ...table, name: 1 },
      { ...table, name: "\u001b[2J" },
      { ...table, columns: null },
    ].map((each) => JSON.stringify(each)),
    JSON.stringify({ ...table, content: { rows: "-1", checksum: "0" } }),
    JSON.stringify({ kind: "secret", secret: "../secret" }),
    JSON.stringify({ kind: "sequence", name: "a", lastValue: "1; DROP TABLE book", isCalled: true }),
    JSON.stringify(start),
    "[".repeat(100_000),
    Array.from({ length: 10_001 }, () => JSON.stringify(table)).join("\n"),
  ];
  const end = JSON.stringify({ kind: "end" });
  const check = async (text: string) => checkArchive(await write(gzipSync(text)));
  await check(`${JSON.stringify(start)}\n${JSON.stringify(table)}\n${end}\n`);
  for (const line of lines) {
    const whole = `${JSON.stringify(start)}\n${line}\n${end}\n`;
    await expect(check(whole), line.slice(0, 80)).rejects.toThrow(/damaged: use another copy/);
  }
});

test("a line of two gigabytes in a small file is damage, and is not read to its end", async () => {
  const sixteenMiB = gzipSync("a".repeat(16 * 1024 * 1024));
  const bomb = Buffer.concat([
    gzipSync(`${JSON.stringify(start)}\n`),
    ...Array.from({ length: 128 }, () => sixteenMiB),
  ]);
  expect(bomb.length).toBeLessThan(8_700_000);
  await expect(checkArchive(await write(bomb))).rejects.toThrow(/damaged: use another copy/);
});

test("what a restore would reject is not written", async () => {
  const row = JSON.stringify(["a".repeat(maxLineLength)]);
  await expect(writeEntries([...entries.slice(0, 2), row])).rejects.toThrow(/takes more than 64 MiB/);
});

// optional: images
test("a file that differs from its hash is reported", async () => {
  const file = { name: "a.webp", sha256: "0".repeat(64), content: "AAAA" };
  const changed: Entry = { kind: "files", files: [file] };
  const damaged = await writeEntries([start, changed, { kind: "end" }]);
  await expect(checkArchive(damaged)).rejects.toThrow(/damaged/);
});

test.each(["../../secret", "/etc/passwd", "C:\\x", "secret", "ab/../../x", `${"a".repeat(40)}-80.avif/../x`])(
  "a file is not restored as %s",
  async (name) => {
    const sha256 = createHash("sha256").update("").digest("hex");
    const files: Entry = { kind: "files", files: [{ name, sha256, content: "" }] };
    const archive = await writeEntries([start, files, { kind: "end" }]);
    await expect(checkArchive(archive)).rejects.toThrow(/damaged/);
  },
);
// end: images

test("an archive of a later format is reported", async () => {
  const later = { ...start, format: format + 1 };
  await expect(checkArchive(await writeEntries([later, ...entries.slice(1)]))).rejects.toThrow(
    /made by a newer version/,
  );
});
