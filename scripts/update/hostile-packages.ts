import { gzipSync } from "node:zlib";

/** Paths that no file of a package may have, several where they are the same for some file system. */
export const hostilePaths: string[][] = [
  ["../outside"],
  ["docs/../../outside"],
  ["docs/.."],
  ["./docs"],
  ["/tmp/outside"],
  ["//tmp/outside"],
  ["docs//outside"],
  ["docs/"],
  [""],
  ["..\\outside"],
  ["C:\\outside"],
  ["C:outside"],
  ["docs:stream"],
  [".git/config"],
  ["docs/.git"],
  [".GIT/config"],
  [".git./config"],
  [".git /config"],
  [".g\u200cit/config"],
  [".git\ufeff/hooks/post-checkout"],
  ["git~1/config"],
  [".git::$INDEX_ALLOCATION/config"],
  [".git\\config"],
  ["docs/two\nlines"],
  ["docs/zero\0"],
  ["docs/\u001b[2J"],
  ["-C/outside"],
  ["docs/\u00e9", "docs/e\u0301"],
  ["docs", "docs/file"],
  ["docs/file", "docs"],
  ["docs/file", "docs/file"],
  ["docs/file", "docs/FILE"],
  ["docs/file", "Docs/other"],
  ["docs/file", "Docs"],
  [`${"deep/".repeat(100)}file`],
  Array.from({ length: 10_001 }, (_, index) => `files/${index}`),
];

/** A packed version as create-flyleaf has it: files by path. */
export function packVersion(files: (readonly [path: string, text: string])[], version = "99.0.0"): Buffer {
  return gzipSync(
    JSON.stringify({
      version,
      files: files.map(([path, text]) => ({ path, base64: Buffer.from(text).toString("base64") })),
      optional: {},
      changelog: `# Changelog\n\n## ${version}\n\n- Buttons are rounder.\n`,
    }),
  );
}

/** An entry of an archive; a file by default. */
type Entry = { path: string; type?: string; content?: Buffer | string; target?: string };

/** A package as npm packs it, with these entries besides a version. */
export function packArchive(version: Buffer, entries: Entry[]): Buffer {
  const all: Entry[] = [{ path: "package/template/template.json.gz", content: version }, ...entries];
  return gzipSync(Buffer.concat([...all.flatMap(formatEntry), Buffer.alloc(1024)]));
}

function formatEntry({ path, type = "0", content = "", target = "" }: Entry): Buffer[] {
  const header = Buffer.alloc(512);
  const data = Buffer.from(content);
  const octal = (number: number, length: number) => number.toString(8).padStart(length, "0");
  header.write(path, 0, 100);
  header.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  header.write(`${octal(data.length, 11)} ${octal(0, 11)} ${" ".repeat(8)}${type}`, 124);
  header.write(target, 157, 100);
  header.write("ustar\u000000", 257);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte),
      6,
    )}\0 `,
    148,
  );
  return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
}
