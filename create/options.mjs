import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { languagesOf } from "./languages.mjs";

/** @typedef {import("./template.mjs").Template} Template */

/**
 * What the project will be.
 * @typedef {object} Options
 * @property {string} folder as it was typed
 * @property {string} name of the product
 * @property {string[]} without features that are left out
 * @property {string[]} [languages] those that it has, with or without English, which it always has; by default all
 * @property {string} license one of `licenses`
 * @property {string} holder who has the rights
 */

/** What is wrong, in a sentence for the user. */
export class CreateError extends Error {
  isForUsers = true;
}

/** MIT, or all rights reserved: npm's word for it. */
const licenses = ["MIT", "UNLICENSED"];

/** What is proposed. "my-cellar" is called "My Cellar". */
export const proposed = {
  folder: "my-app",
  /** @param {string} folder */
  name: (folder) => {
    const words = basename(resolve(folder)).split(/[._-]+/);
    return words
      .map((word) => word.replace(/^./, (first) => first.toUpperCase()))
      .join(" ")
      .trim();
  },
  /** @param {string} name of the product */
  holder: (name) => `The authors of ${name}`,
};

/** @param {Template} template */
export function help({ version, optional }) {
  const features = Object.entries(optional).flatMap(([name, { description, language }]) =>
    language ? [] : `    ${name.padEnd(14)}${description}`,
  );
  const languages = languagesOf({ optional }).map((name) => `${name} (${optional[name]?.language})`);
  return `Makes an application from Flyleaf ${version}.

Usage: npm create flyleaf@latest <folder> -- [options]
  --name <name>           Its name. By default, the folder's.
  --without <a,b,…>       Leaves out features:
${features.join("\n")}
  --languages <en,fr,…>   Its languages: en (English, always), ${languages.join(", ")}. By default, all.
  --license <license>     ${licenses.join(" or ")} (all rights reserved, the default).
  --holder <name>         Who has the rights.
  --yes                   Does not ask.`;
}

/**
 * Reads what was typed, without proposals for the rest.
 * @param {string[]} args
 * @param {Template} template
 * @returns {{ values: { help?: boolean, version?: boolean, yes?: boolean }, typed: Partial<Options> }}
 * @throws CreateError
 */
export function parseOptions(args, template) {
  const { values, positionals } = parse(args, template);
  const [folder, ...others] = positionals;
  if (others.length > 0) throw new CreateError(`Name one folder, not ${positionals.length}.`);
  const { name, license, holder } = values;
  const without = values.without?.split(",").filter(Boolean);
  const unknown = without?.find((each) => !Object.hasOwn(template.optional, each));
  if (unknown)
    throw new CreateError(`There is no feature "${unknown}": ${Object.keys(template.optional).join(", ")}`);
  const languages = values.languages?.split(",").filter(Boolean);
  const known = ["en", ...languagesOf(template)];
  const foreign = languages?.find((each) => !known.includes(each));
  if (foreign) throw new CreateError(`There is no language "${foreign}": ${known.join(", ")}`);
  if (license !== undefined && !licenses.includes(license))
    throw new CreateError(`The license is ${licenses.join(" or ")}.`);
  const problem =
    (folder !== undefined && folderProblem(folder)) || (name !== undefined && nameProblem(name));
  if (problem) throw new CreateError(problem);
  return { values, typed: { folder, name, without, languages, license, holder } };
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
        languages: { type: "string" },
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
 * Takes what is proposed for what was not typed.
 * @param {Partial<Options>} typed
 * @returns {Options}
 * @throws CreateError
 */
export function withProposals({ folder = proposed.folder, ...typed }) {
  const problem = folderProblem(folder);
  if (problem) throw new CreateError(problem);
  const name = typed.name ?? proposed.name(folder);
  const { without = [], languages, license = "UNLICENSED", holder = proposed.holder(name) } = typed;
  return { folder, name, without, languages, license, holder };
}

/**
 * Why no project can be made in a folder.
 * @param {string} folder
 * @returns {string | undefined}
 */
export function folderProblem(folder) {
  const path = resolve(folder);
  if (!/^[a-z\d][\w.-]{0,49}$/i.test(basename(path)) || basename(path) === "node_modules")
    return "A folder's name has 1 to 50 English letters, digits and . _ -, and starts with a letter or digit.";
  const isThere = existsSync(path);
  if (isThere && !statSync(path).isDirectory()) return `${folder} is a file: choose another name.`;
  try {
    accessSync(isThere ? path : dirname(path), constants.W_OK);
    if (isThere && readdirSync(path).length > 0)
      return `The folder ${folder} has files already: choose another.`;
  } catch {
    const place = isThere ? path : dirname(path);
    return `${existsSync(place) ? "You may not write to" : "There is no"} folder ${place}.`;
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
