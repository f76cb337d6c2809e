import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CreateError } from "./options.mjs";
import { licenseText, readme } from "./own-files.mjs";

/** @typedef {import("./options.mjs").Options} Options */
/** @typedef {import("./template.mjs").Template} Template */

/**
 * Makes a project beside its place, and moves it there when it is complete: a failure or Ctrl-C leaves nothing.
 * @param {Options} options
 * @param {Template} template
 * @throws CreateError
 */
export async function createProject(options, template) {
  const dir = join(dirname(options.folder), `.${basename(options.folder)}-${process.pid}`);
  mkdirSync(dir);
  const cleanUp = () => rmSync(dir, { recursive: true, force: true });
  const stop = () => {
    cleanUp();
    process.exit(130);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    writeFiles(dir, template);
    commitAll(dir, `Flyleaf ${template.version}`);
    git(dir, "tag", `flyleaf-${template.version}`);
    writeOwnFiles(dir, options, template);
    commitAll(dir, `Begin ${options.name}`);
    await run(dir, "rename", options.name, "--no-download");
    commitAll(dir, `Name it ${options.name}`);
    if (options.without.length > 0) {
      const removed = options.without.flatMap((name) => template.optional[name]?.removes ?? []);
      await run(dir, "remove", ...removed, "--drop-tables", "--yes");
      commitAll(dir, `Remove ${options.without.join(", ")}`);
    }
    rmSync(options.folder, { recursive: true, force: true }); // Empty, if it is there.
    renameSync(dir, options.folder);
  } catch (error) {
    cleanUp();
    throw error;
  }
  console.log(`
${options.name} is in ${options.folder}. Next:

  cd ${options.folder}
  npm start
`);
}

/** @param {string} dir @param {Template} template */
function writeFiles(dir, { files }) {
  for (const { path, isExecutable, base64 } of files) {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(base64, "base64"));
    if (isExecutable) chmodSync(file, 0o755);
  }
  git(dir, "init", "--quiet", "--initial-branch=main");
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
function commitAll(dir, message) {
  git(dir, "add", "--all");
  const isKnown = git(dir, "config", "--default", "", "user.email").trim() !== "";
  const author = isKnown
    ? []
    : ["-c", "user.name=create-flyleaf", "-c", "user.email=create-flyleaf@localhost"];
  git(dir, ...author, "commit", "--quiet", "--no-verify", "--allow-empty", "--message", message);
}

/** @param {string} dir @param {string[]} args */
function git(dir, ...args) {
  try {
    return execFileSync("git", args, { cwd: dir, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { code, stderr } = /** @type {{ code?: string, stderr?: string }} */ (error);
    throw new CreateError(
      code === "ENOENT" ? "git was not found: install it from https://git-scm.com." : `git failed: ${stderr}`,
    );
  }
}

/** Runs one of the project's own commands, which installs its packages first. @param {string} dir @param {string[]} args */
async function run(dir, ...args) {
  // What runs this may have set npm's own variables for its own folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^npm_(config_local|package)/i.test(key)),
  );
  const child = spawn(process.execPath, [join("scripts", "run.mjs"), ...args], {
    cwd: dir,
    env,
    stdio: "inherit",
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new CreateError(`npm run ${args[0]} failed, and nothing was made.`);
}
