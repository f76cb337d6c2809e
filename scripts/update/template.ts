import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { UserError } from "../bootstrap/errors.mjs";

/** A version of the starter, as create-flyleaf packs it. */
export type Template = {
  version: string;
  files: { path: string; isExecutable: boolean; base64: string }[];
  /** CHANGELOG.md: what each version changes. */
  changelog: string;
};

/**
 * Reads a packed version.
 * @param from a folder or .tgz file of create-flyleaf, or npm's name of one with its version
 * @param temporary an empty folder for what is fetched
 * @throws UserError if it can't be had
 */
export function readTemplate(from: string, temporary: string): Template {
  const packed = join(folderOf(from, temporary), "template", "template.json.gz");
  try {
    return JSON.parse(gunzipSync(readFileSync(packed)).toString()) as Template;
  } catch {
    throw new UserError(
      `${from} has no packed version: give the folder create of the starter's repository, after npm --prefix maintainers run pack.`,
    );
  }
}

function folderOf(from: string, temporary: string): string {
  const kind = statSync(from, { throwIfNoEntry: false });
  if (kind?.isDirectory()) return from;
  const file = kind ? from : join(temporary, fetchPackage(from, temporary));
  execFileSync("tar", ["-xzf", file, "-C", temporary]);
  return join(temporary, "package");
}

/** @returns the name of the file */
function fetchPackage(name: string, folder: string): string {
  try {
    const args = ["pack", name, "--pack-destination", folder, "--loglevel=error"];
    return execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new UserError(`npm could not fetch ${name}: ${stderr.trim() || "check the network."}`);
  }
}

/** Writes the files of a version into a folder. */
export function writeTemplate({ files }: Template, dir: string): void {
  for (const { path, isExecutable, base64 } of files) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(base64, "base64"), { mode: isExecutable ? 0o755 : 0o644 });
  }
}
