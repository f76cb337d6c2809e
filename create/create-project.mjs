import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { CreateError } from "./options.mjs";
import { licenseText, readme } from "./own-files.mjs";
import { run, stopOnSignals } from "./run.mjs";
import { languagesOf } from "./languages.mjs";
import { writePacked } from "./template.mjs";

/** @typedef {import("./options.mjs").Options} Options */
/** @typedef {import("./template.mjs").Template} Template */

/**
 * Makes a project. A failure or Ctrl-C leaves nothing of it.
 * @param {Options} options
 * @param {Template} template
 * @throws CreateError
 */
export async function createProject(options, template) {
  const dir = resolve(options.folder);
  const { languages = languagesOf(template) } = options;
  const others = languagesOf(template).filter((language) => !languages.includes(language));
  const without = [...new Set([...options.without, ...others])];
  const wasThere = existsSync(dir);
  stopOnSignals();
  try {
    if (!wasThere) mkdirSync(dir);
    await fill(dir, { ...options, without }, template);
  } catch (error) {
    for (const path of wasThere ? readdirSync(dir).map((name) => join(dir, name)) : [dir])
      rmSync(path, { recursive: true, force: true, maxRetries: 10 });
    throw new CreateError(`${/** @type {Error} */ (error).message}\nNothing was made.`);
  }
  const folder = relative("", dir);
  const commands = [...(folder ? [`cd ${folder}`] : []), "npm start"];
  console.log(`\n${options.name} is ready. Type next:\n\n${commands.map((line) => `  ${line}\n`).join("")}
It will be at http://localhost:3000. To change the code, type npm run dev instead of npm start.`);
}

/** @param {string} dir an empty folder @param {Options} options @param {Template} template */
async function fill(dir, options, template) {
  const { name, without } = options;
  console.log("Writing its files");
  writePacked(template, dir);
  await git(dir, "init", "--quiet", "--initial-branch=main");
  await commitAll(dir, `Flyleaf ${template.version}`);
  await git(dir, "tag", `flyleaf-${template.version}`);
  writeOwnFiles(dir, options, template);
  await commitAll(dir, `Begin ${name}`);
  console.log("Installing its packages, and naming it: this takes a minute or two");
  await command(dir, "rename", name, ...prefix(dir), "--no-download");
  await commitAll(dir, `Name it ${name}`);
  if (without.length > 0) {
    const removed = without.flatMap((feature) => template.optional[feature]?.removes ?? []);
    console.log(`Leaving out ${without.join(", ")}, and checking the rest: another two minutes`);
    await command(dir, "remove", ...removed, "--drop-tables", "--yes");
    await commitAll(dir, `Remove ${without.join(", ")}`);
  }
}

/** With what cookies and API keys start, if the folder's name has letters for it. @param {string} dir */
function prefix(dir) {
  const letters = basename(dir)
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-");
  const [found] = /[a-z](?:[a-z\d-]{0,18}[a-z\d])?/.exec(letters) ?? [];
  return found ? ["--prefix", found] : [];
}

/** What only this project has. @param {string} dir @param {Options} options @param {Template} template */
function writeOwnFiles(dir, { name, without, license, holder }, { version, optional }) {
  writeFileSync(join(dir, "README.md"), readme(name));
  const starter = readFileSync(join(dir, "LICENSE"), "utf8");
  writeFileSync(join(dir, "LICENSE"), licenseText({ license, holder, starter }));
  const path = join(dir, "package.json");
  const features = Object.entries(optional).flatMap(([feature, { removes }]) =>
    without.includes(feature) ? [] : removes,
  );
  const content = { ...JSON.parse(readFileSync(path, "utf8")), license, flyleaf: { version, features } };
  writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** @param {string} dir @param {string} message */
async function commitAll(dir, message) {
  await git(dir, "add", "--all");
  const isKnown = (await git(dir, "config", "--default", "", "user.email")).trim() !== "";
  const author = isKnown
    ? []
    : ["-c", "user.name=create-flyleaf", "-c", "user.email=create-flyleaf@localhost"];
  await git(dir, ...author, "commit", "--quiet", "--no-verify", "--allow-empty", "--message", message);
}

/** @param {string} dir @param {string[]} args @returns {Promise<string>} its output */
async function git(dir, ...args) {
  // Signing may ask for a passphrase.
  const noSigning = ["-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false"];
  return await run(dir, "git", [...noSigning, ...args]);
}

/** Runs one of the project's own commands, which installs its packages first. @param {string} dir @param {string[]} args */
async function command(dir, ...args) {
  await run(dir, process.execPath, [join("scripts", "run.mjs"), ...args]);
}
