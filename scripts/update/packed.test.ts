import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { hostilePaths, packArchive, packVersion } from "./hostile-packages.ts";
import { temporaryFolder } from "../support/testing.ts";
import { readPacked, writePacked } from "./packed.mjs";

/** A package as a file, or as a folder with its version. */
function writePackage(content: Buffer, name: "file.tgz" | "package/template/template.json.gz") {
  const file = join(temporaryFolder(), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return name === "file.tgz" ? file : dirname(dirname(file));
}

const version = packVersion([["package.json", "{}"]]);

test.each(hostilePaths.map((paths) => [JSON.stringify(paths.slice(0, 2)).slice(0, 60), paths] as const))(
  "files %s are rejected in a version and in its archive, before anything is written",
  (_, paths) => {
    const hostile = packVersion(paths.map((path) => [path, ""]));
    const message = /^The package has (the path|both|a file twice|more than)/;
    expect(() => readPacked(writePackage(hostile, "package/template/template.json.gz"))).toThrow(message);
    expect(() => readPacked(writePackage(packArchive(hostile, []), "file.tgz"))).toThrow(message);
    // An archive's header ends a path at a zero, and has 100 characters for it.
    const entries = paths.map((path) => ({ path: `package/${path}` }));
    if (paths.every((path) => !path.includes("\0") && path.length < 90 && !/^[/-]|^$|^docs\/$/.test(path)))
      expect(() => readPacked(writePackage(packArchive(version, entries), "file.tgz"))).toThrow(message);
  },
);

test.each([
  ["a hard link", "1"],
  ["a symbolic link", "2"],
  ["a character device", "3"],
  ["a block device", "4"],
  ["a pipe", "6"],
  ["a header that changes a path", "x"],
  ["a header that changes all paths", "g"],
  ["a long path", "L"],
])("an archive with %s is rejected", (_, type) => {
  const entries = [
    { path: "package/docs", type, target: "../../outside", content: "21 path=../../outside\n" },
  ];
  expect(() => readPacked(writePackage(packArchive(version, entries), "file.tgz"))).toThrow(
    'has "package/docs", which is no file or folder',
  );
});

test.each(["template", "template/template.json.gz"])("a package whose %s is a link is rejected", (name) => {
  const real = writePackage(version, "package/template/template.json.gz");
  const folder = temporaryFolder();
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  symlinkSync(join(real, name), join(folder, name));
  expect(() => readPacked(folder)).toThrow(
    /^The package has (no folder template|template.json.gz, which is no file)$/,
  );
});

const zeros = Buffer.alloc(65 * 1024 ** 2);
const packJson = (value: unknown) => gzipSync(JSON.stringify(value));

test.each([
  ["more than 64 MB", gzipSync(zeros)],
  ["no gzip", Buffer.from("{}")],
  ["no JSON", gzipSync("{")],
  ["null", packJson(null)],
  ["a version that is a path", packVersion([], "../../outside")],
  ["a version with another line", packVersion([], "1.0.0\n")],
  ["files that are no list", packJson({ version: "1.0.0", files: "abc" })],
  ["a file without text", packJson({ version: "1.0.0", files: [{ path: "a" }] })],
  ["a path that is no text", packJson({ version: "1.0.0", files: [{ path: ["a"], base64: "" }] })],
  ["a changelog that is no text", packJson({ version: "1.0.0", files: [], changelog: {} })],
])("a version with %s is rejected", (_, content) => {
  expect(() => readPacked(writePackage(content, "package/template/template.json.gz"))).toThrow(
    /^The package /,
  );
});

test.each([
  ["more than 64 MB", packArchive(version, [{ path: "package/docs", content: zeros }])],
  ["a file longer than itself", gzipSync(Buffer.concat([Buffer.alloc(124, "a"), Buffer.from("77777777 ")]))],
  ["no version", gzipSync(Buffer.alloc(1024))],
  ["two versions", packArchive(version, [{ path: "package/template/template.json.gz", content: version }])],
])("an archive with %s is rejected", (_, content) => {
  expect(() => readPacked(writePackage(content, "file.tgz"))).toThrow(/^The package /);
});

test("what npm packs is read", () => {
  const folder = writePackage(version, "package/template/template.json.gz");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "create-own", version: "1.0.0" }));
  execFileSync("npm", ["pack", "--loglevel=error"], { cwd: folder });
  expect(readPacked(join(folder, "create-own-1.0.0.tgz"))).toMatchObject({
    version: "99.0.0",
    files: [{ path: "package.json" }],
  });
});

test("files are written into an empty folder only, never through a link that is there", () => {
  const packed = readPacked(writePackage(packArchive(version, []), "file.tgz"));
  const dir = temporaryFolder();
  writePacked(packed, dir);
  expect(readdirSync(dir)).toEqual(["package.json"]);
  const other = temporaryFolder({ target: "Ours." });
  symlinkSync(join(other, "target"), join(other, "package.json"));
  expect(() => writePacked(packed, other)).toThrow("EEXIST");
});
