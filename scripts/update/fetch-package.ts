import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../bootstrap/errors.mjs";
import { readPacked, type Template } from "./packed.mjs";

/** A name in npm's registry. A package from a repository would be built by npm, with the package's own scripts. */
const registryName = /^(@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(@[\w.+-]+)?$/i;

/**
 * Reads a packed version.
 * @param from a folder or .tgz file of create-flyleaf, or npm's name of one with its version
 * @param temporary a folder for what is fetched
 * @throws UserError or PackageError if it can't be had
 */
export function fetchPackage(from: string, temporary: string): Template {
  return readPacked(existsSync(from) ? from : download(from, mkdtempSync(join(temporary, "package-"))));
}

/** @returns the file */
function download(name: string, folder: string): string {
  if (!registryName.test(name))
    throw new UserError(`${name} is not there. Give a folder or file of create-flyleaf.`);
  try {
    const args = ["pack", name, "--pack-destination", folder, "--ignore-scripts", "--loglevel=error"];
    execFileSync("npm", args, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    throw new UserError(
      `npm could not fetch ${name}: ${String(stderr ?? "").trim() || "check the network."}`,
    );
  }
  return join(folder, readdirSync(folder)[0] ?? "");
}
