import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";

/*
 * Reads packages of create-flyleaf, which may be hostile, and writes the files in them. `npm run update` and create-flyleaf,
 * into which `npm run pack` copies this file, both use it. It is plain JavaScript that Node 20 understands.
 */

/**
 * A version of the starter, as it was packed (pack.ts).
 * @typedef {object} Template
 * @property {string} version
 * @property {{ path: string, isExecutable?: boolean, base64: string }[]} files
 * @property {Record<string, { description: string, language?: string, removes: string[] }>} optional what can be
 *   left out, with the features that `npm run remove` then removes. Languages have their name.
 * @property {string} changelog CHANGELOG.md: what each version changes
 */

/** The starter has 2,000 files, 9 MB packed, and paths of 84 characters. */
const limits = { files: 10_000, bytes: 64 * 1024 ** 2, pathLength: 200 };

/**
 * Names of files and folders. There is no `..` and no `.git`, which file systems also find as `.GIT`, `git~1`, `.git.` and with
 * spaces or invisible characters, and nothing that means something else to a program: separators, drives, controls.
 */
const namePattern = /^(?!\.git$)[\w.$@+()[\]{}-]*[\w$@+()[\]{}-]$/i;

/** Why a package can't be used, in a sentence for the user. */
class PackageError extends Error {
  isForUsers = true;
}

/**
 * Reads the version in a package.
 * @param {string} from its folder, or the file that npm packs
 * @returns {Template}
 * @throws PackageError if it has none, or one that can't be written safely
 */
export function readPacked(from) {
  const path = realpathSync(from);
  const template = parse(statSync(path).isDirectory() ? templateInFolder(path) : templateInTar(path));
  checkPaths(template.files.map(({ path }) => path));
  return template;
}

/**
 * Writes the files of a version into an empty folder.
 * @param {Template} template
 * @param {string} dir
 */
export function writePacked({ files }, dir) {
  for (const { path, isExecutable, base64 } of files) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(base64, "base64"), { mode: isExecutable ? 0o755 : 0o644, flag: "wx" });
  }
}

/** @param {string} folder */
function templateInFolder(folder) {
  const template = join(folder, "template");
  if (!lstatSync(template, { throwIfNoEntry: false })?.isDirectory())
    throw new PackageError("The package has no folder template");
  return readFile(join(template, "template.json.gz"));
}

/** @param {string} path */
function readFile(path) {
  const kind = lstatSync(path, { throwIfNoEntry: false });
  if (!kind) throw new PackageError("The package has no packed version of Flyleaf");
  if (!kind.isFile()) throw new PackageError(`The package has ${basename(path)}, which is no file`);
  if (kind.size > limits.bytes) throw new PackageError(`The package is larger than ${limits.bytes} bytes`);
  return readFileSync(path);
}

/**
 * Reads the template in a package without writing anything. Packages of npm have files and folders only.
 * @param {string} path
 */
function templateInTar(path) {
  const tar = unzip(readFile(path));
  /** @type {string[]} */
  const files = [];
  /** @type {string[]} */
  const folders = [];
  let template;
  for (let offset = 0; tar[offset];) {
    const header = tar.subarray(offset, offset + 512);
    const field = (/** @type {number} */ start, /** @type {number} */ length) =>
      header.toString("latin1", start, start + length).replace(/\0.*/s, "");
    const name = [field(345, 155), field(0, 100)].filter(Boolean).join("/");
    const [size, type] = [Number.parseInt(field(124, 12), 8), field(156, 1) || "0"];
    const content = tar.subarray(offset + 512, offset + 512 + size);
    if (!(content.length === size)) throw new PackageError("The package is damaged");
    if (type !== "0" && type !== "5")
      throw new PackageError(`The package has ${JSON.stringify(name)}, which is no file or folder`);
    if (type === "0") files.push(name);
    else folders.push(name.replace(/\/$/, ""));
    if (name === "package/template/template.json.gz") template = content;
    offset += 512 + Math.ceil(size / 512) * 512;
  }
  checkPaths(files, folders);
  if (!template) throw new PackageError("The package has no packed version of Flyleaf");
  return template;
}

/** @param {Buffer} packed */
function unzip(packed) {
  try {
    return gunzipSync(packed, { maxOutputLength: limits.bytes });
  } catch {
    throw new PackageError(`The package is no gzip file, or has more than ${limits.bytes} bytes`);
  }
}

/** @param {Buffer} packed @returns {Template} */
function parse(packed) {
  const text = unzip(packed).toString();
  try {
    const template = JSON.parse(text);
    const { version, files, optional = {}, changelog = "" } = template;
    const isComplete =
      /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) &&
      typeof changelog === "string" &&
      files.every(
        (/** @type {Template["files"][0]} */ { path, base64 }) =>
          typeof path === "string" && typeof base64 === "string",
      );
    if (isComplete) return { version, files, optional, changelog };
  } catch {
    // It has another form.
  }
  throw new PackageError("The package has no packed version of Flyleaf");
}

/**
 * @param {string[]} files
 * @param {string[]} folders
 * @throws PackageError if a path could lead out of the folder, into a repository's own files, or to the file of another one
 */
function checkPaths(files, folders = []) {
  if (files.length + folders.length > limits.files)
    throw new PackageError(`The package has more than ${limits.files} files`);
  for (const path of [...files, ...folders]) {
    // A path that begins with "-" is an option for a program.
    const isAllowed = !path.startsWith("-") && path.split("/").every((name) => namePattern.test(name));
    if (path.length > limits.pathLength || !isAllowed)
      throw new PackageError(
        `The package has the path ${JSON.stringify(path.slice(0, limits.pathLength))}, which is not allowed`,
      );
  }
  /** Folders, with a slash at the end, and files as they are spelled, by what a file system takes for the same. */
  const spellings = new Map();
  const add = (/** @type {string} */ spelling) => {
    const key = spelling.toLowerCase().replace(/\/$/, "");
    const known = spellings.get(key) ?? spelling;
    if (known !== spelling) throw new PackageError(`The package has both ${known} and ${spelling}`);
    spellings.set(key, spelling);
  };
  for (const path of [...files, ...folders.map((folder) => `${folder}/`)])
    for (const { index } of path.matchAll(/\//g)) add(path.slice(0, index + 1));
  for (const path of files) add(path);
  if (new Set(files).size < files.length) throw new PackageError("The package has a file twice");
}
