import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";

/** @typedef {import("./template.mjs").Template} Template */

/**
 * What the project will be.
 * @typedef {object} Options
 * @property {string} folder absolute path
 * @property {string} name of the product
 * @property {string[]} without features that are left out
 * @property {string} license one of `licenses`
 * @property {string} holder who has the rights
 */

/** What is wrong with what the user wants, in a sentence. */
export class CreateError extends Error {}

/** MIT, or all rights reserved: npm's word for it. */
export const licenses = ["MIT", "UNLICENSED"];

/** @param {Template} template */
export function help({ version, optional }) {
  const features = Object.entries(optional).map(
    ([name, { description }]) => `    ${name.padEnd(14)}${description}`,
  );
  return `Makes an application from Flyleaf ${version}.

Usage: npm create flyleaf@latest <folder> -- [options]
  --name <name>           Its name. By default, the folder's.
  --without <a,b,…>       Leaves out features:
${features.join("\n")}
  --license <license>     ${licenses.join(" or ")} (all rights reserved, the default).
  --holder <name>         Who has the rights.
  --yes                   Does not ask.`;
}

/**
 * @param {string[]} args
 * @param {Template} template
 * @throws CreateError
 */
export function parseOptions(args, template) {
  const { values, positionals } = parse(args, template);
  if (values.help || values.version) return { values, options: undefined };
  const [folder = "my-app", ...others] = positionals;
  if (others.length > 0) throw new CreateError(`Name one folder, not ${positionals.length}.`);
  const without = (values.without ?? "").split(",").filter(Boolean);
  const unknown = without.find((name) => !(name in template.optional));
  if (unknown)
    throw new CreateError(`There is no feature "${unknown}": ${Object.keys(template.optional).join(", ")}`);
  const license = values.license ?? "UNLICENSED";
  if (!licenses.includes(license)) throw new CreateError(`The license is ${licenses.join(" or ")}.`);
  const problem = folderProblem(folder);
  if (problem) throw new CreateError(problem);
  const name = values.name ?? nameOf(folder);
  const wrongName = nameProblem(name);
  if (wrongName) throw new CreateError(wrongName);
  const holder = values.holder ?? `The authors of ${name}`;
  return { values, options: { folder: resolve(folder), name, without, license, holder } };
}

/** @param {string[]} args @param {Template} template */
function parse(args, template) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: { type: "string" },
        without: { type: "string" },
        license: { type: "string" },
        holder: { type: "string" },
        yes: { type: "boolean" },
        help: { type: "boolean" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new CreateError(`${/** @type {Error} */ (error).message}\n\n${help(template)}`);
  }
}

/**
 * Why no project can be made in a folder.
 * @param {string} folder
 */
export function folderProblem(folder) {
  const path = resolve(folder);
  if (!/^[a-z\d][a-z\d._-]{0,99}$/.test(basename(path)))
    return "The folder is the package's name: up to 100 lowercase letters, digits and . _ -, first a letter or digit.";
  if (["node_modules", "favicon.ico"].includes(basename(path)))
    return `npm rejects the name ${basename(path)}.`;
  try {
    if (existsSync(path) && readdirSync(path).length > 0) return `The folder ${folder} exists already.`;
    accessSync(dirname(path), constants.W_OK);
  } catch {
    return existsSync(path)
      ? `${folder} is no folder.`
      : `There is no folder ${dirname(path)} that you may write to.`;
  }
  return undefined;
}

/**
 * Why a product can't have a name. `npm run rename` has the same rule.
 * @param {string} name
 */
export function nameProblem(name) {
  return /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .&'-]{0,48}[\p{L}\p{M}\p{N}.])?$/u.test(name)
    ? undefined
    : "A name has 1 to 50 letters, digits, spaces and . & ' -, and starts with a letter or digit.";
}

/** "my-cellar" as "My Cellar". @param {string} folder */
export function nameOf(folder) {
  const words = basename(resolve(folder))
    .split(/[._-]+/)
    .filter(Boolean);
  return words.map((word) => word.replace(/^./, (first) => first.toUpperCase())).join(" ");
}
